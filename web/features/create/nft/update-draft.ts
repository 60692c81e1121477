import type { Media } from '#contract/schemas/media.ts'
import type { Nft } from '#contract/schemas/nfts.ts'
import { maxDescription } from '#contract/schemas/token-json.ts'
import { t } from '#web/messages.ts'
import { hasKeys, createStoredValue } from '#web/ui/persisted.ts'
import { attributesOf, type Work, workErrors } from '#web/features/create/mint-draft.ts'
import type { KeptFile } from '#web/kit/uploads/kept-file.ts'

/** The new metadata of an NFT, as typed. */
export interface UpdateDraft extends Work {
  /** The NFT's URI when the draft was started. A draft for an older URI is ignored. */
  uri: string | null
  display: KeptFile | null
  attachment: KeptFile | null
}

/** Returns the CID of a file; null for a file inside a folder, whose CID is unknown here. */
const cidOf = (media: Media | null) => /^\/media\/ipfs\/(\w+)$/.exec(media?.src ?? '')?.[1] ?? null

function currentFile(media: Media | null, name: string, posterCid: string | null): KeptFile | null {
  const cid = cidOf(media)
  return media === null || cid === null
    ? null
    : { name, cid, bytes: null, src: media.src, kind: media.kind, posterCid }
}

/** Creates a draft from the current metadata. */
function currentDraft({ uri, metadata }: Pick<Nft, 'uri' | 'metadata'>): UpdateDraft {
  const image = metadata?.imageFile ?? null
  const film = metadata?.animationFile?.kind === 'video' ? metadata.animationFile : null
  return {
    uri,
    name: metadata?.name ?? '',
    description: (metadata?.description ?? '').slice(0, maxDescription),
    attributes: metadata?.attributes ?? [],
    display: currentFile(film ?? image, t('As it is'), film === null ? null : cidOf(image)),
    attachment: currentFile(metadata?.attachment ?? null, t('As it is'), null),
  }
}

const draftStorage = (nftokenID: string) =>
  createStoredValue(localStorage, `opx_update_draft:${nftokenID}`, hasKeys<UpdateDraft>('uri', 'attributes'))

/** Returns the stored draft, or else a draft of the current metadata. */
export function readUpdate(nft: Pick<Nft, 'nftokenID' | 'uri' | 'metadata'>): UpdateDraft {
  const current = currentDraft(nft)
  const draft = draftStorage(nft.nftokenID).read()
  return draft?.uri === nft.uri ? { ...current, ...draft } : current
}

/** Stores the draft, or removes it if it equals the current metadata. */
export function keepUpdate(nft: Pick<Nft, 'nftokenID' | 'uri' | 'metadata'>, draft: UpdateDraft): void {
  if (isUnchanged(nft, draft)) draftStorage(nft.nftokenID).remove()
  else draftStorage(nft.nftokenID).tryWrite(draft)
}

export function isUnchanged(nft: Pick<Nft, 'uri' | 'metadata'>, draft: UpdateDraft): boolean {
  return JSON.stringify(draft) === JSON.stringify(currentDraft(nft))
}

export type UpdateField = ReturnType<typeof workErrors>[number]['field'] | 'display'

/** Returns the errors by field, in the contract's wording. */
export function updateErrors(draft: UpdateDraft): { field: UpdateField; message: string }[] {
  return [
    ...(draft.display === null
      ? [{ field: 'display' as const, message: t('Choose a display picture.') }]
      : []),
    ...workErrors(draft),
  ]
}

/** Builds the request body; null without a display picture. */
export function updateForm(nftokenID: string, draft: UpdateDraft) {
  const { display, attachment, name, description } = draft
  if (display === null) return null
  return {
    nftokenID,
    metadata: JSON.stringify({ name, description, attributes: attributesOf(draft) }),
    thumbnailCid: display.cid,
    ...(display.posterCid === null ? {} : { posterCid: display.posterCid }),
    ...(attachment === null ? {} : { attachmentCid: attachment.cid }),
  }
}
