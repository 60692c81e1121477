import type { Executor } from '#db/executor.ts'
import { listMedia, useMedia } from '#db/queries/media.ts'
import { releasePins } from '#db/queries/pins.ts'
import { type SignRequestRow, updateSignRequest } from '#db/queries/sign-requests.ts'
import { storeMetadata } from '#db/queries/traits.ts'
import type { Context } from '#worker/domain/context.ts'
import { indexChanges } from '#worker/ledger/index-changes.ts'
import { textField, type ValidatedTransaction } from '#worker/ledger/ledger-json.ts'
import { hexToText, ipfsPath } from '#worker/ledger/uri.ts'
import { mediaCids, readTokenMetadata } from '#worker/ledger/token-metadata.ts'

/**
 * After a validated mint or update, stores the NFTokenID in the request and the metadata in the index, and pins the files. Runs in
 * the transaction that stores the outcome; returns the request in its new state.
 */
export async function recordToken(
  { log, now }: Context,
  tx: Executor,
  row: SignRequestRow,
  entry: ValidatedTransaction,
): Promise<SignRequestRow> {
  const uri = textField(row.txjson, 'URI')
  const { tokenJson } = row.context
  const token = [...indexChanges([entry]).nfts.values()].find((changed) => changed.uri === uri)
  if (token === undefined || uri === undefined || tokenJson === undefined) {
    log.error('token_missing', { uuid: row.uuid, txid: entry.hash })
    return row
  }
  const context = { ...row.context, nftId: token.id }
  await updateSignRequest(tx, row.id, { context })
  const media = mediaCids(tokenJson)
  const metadataCid = ipfsPath(hexToText(uri) ?? '')
  const files = metadataCid === null ? media : [...media, metadataCid]
  await useMedia(tx, files, now())
  await releasePins(tx, files)
  const known = await listMedia(tx, media)
  const metadata = readTokenMetadata(tokenJson, new Map(known.map((file) => [file.cid, file])))
  if (metadata !== null) await storeMetadata(tx, { ...token, uri }, metadata)
  return { ...row, context }
}
