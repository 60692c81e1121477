import type { Executor } from '#db/executor.ts'
import { listMedia } from '#db/queries/media.ts'
import { type SignRequestRow, updateSignRequest } from '#db/queries/sign-requests.ts'
import { storeMetadata } from '#db/queries/traits.ts'
import type { Context } from '#worker/domain/context.ts'
import { indexChanges } from '#worker/ledger/index-changes.ts'
import { textField, type ValidatedTransaction } from '#worker/ledger/ledger-json.ts'
import { mediaCids, readTokenMetadata } from '#worker/ledger/token-metadata.ts'

/**
 * What a validated mint or update of ours made: the request learns its NFTokenID, and the index the metadata, which need not
 * be fetched. In the transaction that stores the outcome; answers the request as it is now.
 */
export async function recordToken(
  { log }: Context,
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
  const known = await listMedia(tx, mediaCids(tokenJson))
  const metadata = readTokenMetadata(tokenJson, new Map(known.map((file) => [file.cid, file])))
  if (metadata !== null) await storeMetadata(tx, { ...token, uri }, metadata)
  return { ...row, context }
}
