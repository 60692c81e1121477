import { sentence } from '#contract/words/sentence.ts'
import { randomBytes } from 'node:crypto'
import { requestPins } from '#db/queries/pin/pins.ts'
import type { ReceivedFile } from '#contract/rules/media-files.ts'
import { buildTokenJson, type MintMetadata, type TokenJson } from '#contract/schemas/token-json.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { hideMedia, storeJson, takeMedia } from '#worker/domain/media/store-media.ts'
import { textToHex } from '#worker/ledger/uri.ts'

export interface TokenFiles {
  thumbnailFile?: ReceivedFile | undefined
  thumbnailCid?: string | undefined
  attachmentFile?: ReceivedFile | undefined
  attachmentCid?: string | undefined
  posterFile?: ReceivedFile | undefined
  posterCid?: string | undefined
}

export interface BuiltToken {
  tokenJson: TokenJson
  /** URI of the metadata file, as the ledger stores it. */
  uri: string
  metadataCid: string
  /** CIDs of the media. */
  media: string[]
}

const createSalt = () => randomBytes(16).toString('hex')

/**
 * Stores the files and metadata of a token for some days, until `useMedia` and `releasePins` mark them as used. Returns
 * the metadata and its URI. Equal files and texts give the same URI; `hidden` tokens get a salt, so that the URI
 * reveals nothing, and their files are not served until they are released. Throws Refusal: validation_failed,
 * storage_unavailable.
 */
export async function buildToken(
  context: Context,
  actor: Actor,
  files: TokenFiles,
  words: { metadata: MintMetadata; collection: string | null; hidden?: boolean },
): Promise<BuiltToken> {
  const { hidden = false } = words
  const display = await takeMedia(context, {
    file: files.thumbnailFile,
    cid: files.thumbnailCid,
    use: 'display',
    field: 'thumbnail',
  })
  if (display === null) {
    const message = sentence('Choose a display picture.', { context: 'reply' })
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
  const { metadata, collection } = words
  const tokenJson = buildTokenJson({
    metadata,
    collection,
    display,
    attachment,
    poster,
    ...(hidden ? { salt: createSalt() } : {}),
  })
  const rows = [display, attachment, poster].filter((row) => row !== null)
  if (hidden) for (const row of rows) await hideMedia(context, row)
  const metadataCid = await storeJson(context, actor, JSON.stringify(tokenJson), hidden)
  const media = rows.map(({ cid }) => cid)
  await requestPins(
    context.db.http,
    actor.account,
    [...media.map((cid) => ({ cid })), { cid: metadataCid, after: media }],
    { hold: true },
  )
  return { tokenJson, uri: textToHex(`ipfs://${metadataCid}`), metadataCid, media }
}
