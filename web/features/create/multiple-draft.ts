import { type MintSettings, plainSettings, type Work, workErrors } from './mint-draft.ts'
import { hasKeys, persisted } from '#web/ui/persisted.ts'
import type { KeptFile } from '#web/kit/uploads/kept-file.ts'

/** An item to mint: a media file and its metadata. */
export interface Item extends Work {
  id: string
  /** Name of the media file. */
  media: string
  /** The file, once the marketplace has it. */
  kept: KeptFile | null
}

/** Kept in the browser: only files that were not sent yet must be chosen again after a reload. */
export interface MultipleDraft extends MintSettings {
  items: Item[]
}

export const emptyMultiple: MultipleDraft = { ...plainSettings, items: [] }

const hasFields = hasKeys<MultipleDraft>('items')
const isDraft = (value: unknown): value is MultipleDraft => hasFields(value) && Array.isArray(value.items)

/** What was chosen and not minted yet; it stays in this browser. */
export const storedMultiple = (account: string) =>
  persisted(localStorage, `opx_multiple_draft:${account}`, isDraft)

export const faulty = (items: readonly Item[]) => items.filter((item) => workErrors(item).length > 0)
