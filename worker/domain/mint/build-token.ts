import { buildTokenJson, type MintMetadata, type TokenJson } from '#worker/contract/token-json.ts'
import { Refusal } from '#worker/contract/refusal.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { askForPins } from '#worker/domain/media/ask-for-pins.ts'
import { storeJson, takeMedia } from '#worker/domain/media/store-media.ts'
import { textToHex } from '#worker/ledger/uri.ts'

export interface TokenFiles {
  thumbnailFile?: Blob | undefined
  thumbnailCid?: string | undefined
  attachmentFile?: Blob | undefined
  attachmentCid?: string | undefined
  posterFile?: Blob | undefined
  posterCid?: string | undefined
}

/**
 * Keeps the files and the metadata of a token and has them pinned. Answers the metadata, and its address as the ledger keeps
 * it. The same files and words always come to the same address.
 * Throws Refusal: validation_failed, storage_unavailable.
 */
export async function buildToken(
  context: Context,
  actor: Actor,
  files: TokenFiles,
  words: { metadata: MintMetadata; collection: string | null },
): Promise<{ tokenJson: TokenJson; uri: string }> {
  const display = await takeMedia(context, {
    file: files.thumbnailFile,
    cid: files.thumbnailCid,
    use: 'display',
    field: 'thumbnail',
  })
  if (display === null) {
    const message = 'Choose a display picture.'
    throw new Refusal('validation_failed', message, { errors: [{ path: 'thumbnailFile', message }] })
  }
  const attachment = await takeMedia(context, {
    file: files.attachmentFile,
    cid: files.attachmentCid,
    use: 'attachment',
    field: 'attachment',
  })
  const poster = await takeMedia(context, {
    file: files.posterFile,
    cid: files.posterCid,
    use: 'display',
    field: 'poster',
  })
  const tokenJson = buildTokenJson({ ...words, display, attachment, poster })
  const metadata = await storeJson(context, JSON.stringify(tokenJson))
  const media = [display, attachment, poster].filter((row) => row !== null).map(({ cid }) => cid)
  await askForPins(context, actor, { media, metadata })
  return { tokenJson, uri: textToHex(`ipfs://${metadata}`) }
}
