import { type MintSettings, plainSettings, type Work, workErrors } from './mint-draft.ts'
import { hasKeys, persisted } from '#web/ui/persisted.ts'
import type { KeptFile } from '#web/kit/uploads/kept-file.ts'

/** An item to mint: a media file and its metadata. */
export interface Item extends Work {
  id: string
  /** Name of the media file. */
  media: string
  /** The stored file, once it is uploaded. */
  kept: KeptFile | null
}

/** Stored in the browser. After a reload, only files that were not uploaded must be selected again. */
export interface MultipleDraft extends MintSettings {
  items: Item[]
}

export const emptyMultiple: MultipleDraft = { ...plainSettings, items: [] }

const hasFields = hasKeys<MultipleDraft>('items')
const isDraft = (value: unknown): value is MultipleDraft => hasFields(value) && Array.isArray(value.items)

/** Items that are not minted yet, stored in this browser. */
export const storedMultiple = (account: string) =>
  persisted(localStorage, `opx_multiple_draft:${account}`, isDraft)

export const invalidItems = (items: readonly Item[]) => items.filter((item) => workErrors(item).length > 0)
