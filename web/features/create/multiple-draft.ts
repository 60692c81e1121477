import { type MintSettings, plainSettings, type Work, workErrors } from './mint-draft.ts'
import type { KeptFile } from '#web/kit/uploads/kept-file.ts'

/** One NFT to be: a media file and its metadata, to be looked over and corrected. */
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

const emptyMultiple: MultipleDraft = { ...plainSettings, items: [] }

const keyOf = (account: string) => `opx_multiple_draft:${account}`

const isDraft = (value: unknown): value is Partial<MultipleDraft> =>
  typeof value === 'object' && value !== null && 'items' in value && Array.isArray(value.items)

export function readMultiple(account: string): MultipleDraft {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(account)) ?? 'null')
    return isDraft(kept) ? { ...emptyMultiple, ...kept } : emptyMultiple
  } catch {
    return emptyMultiple
  }
}

export function keepMultiple(account: string, draft: MultipleDraft): void {
  localStorage.setItem(keyOf(account), JSON.stringify(draft))
}

export const faulty = (items: readonly Item[]) => items.filter((item) => workErrors(item).length > 0)
