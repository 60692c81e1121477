import { type MintDraft, taxonOf } from './mint-draft.ts'
import type { MintJob } from './mint-state.ts'

/** What is sent for a draft without errors; null while its picture is missing. */
export function jobOfDraft(draft: MintDraft, onDemand: boolean): MintJob | null {
  const { display, attachment, name, description, attributes, memo } = draft
  if (display === null) return null
  return {
    title: name.trim(),
    picture: display.kind === 'image' ? display.src : null,
    onDemand,
    fields: {
      metadata: JSON.stringify({ name, description, attributes }),
      taxon: taxonOf(draft),
      royalty: draft.royalty,
      thumbnailCid: display.cid,
      ...(display.posterCid === null ? {} : { posterCid: display.posterCid }),
      ...(attachment === null ? {} : { attachmentCid: attachment.cid }),
      ...(memo.trim() === '' ? {} : { transaction_memo: memo }),
      transferable: draft.transferable ? 'true' : 'false',
      burnable: draft.burnable ? 'true' : 'false',
      onlyXRP: draft.onlyXRP ? 'true' : 'false',
    },
  }
}
