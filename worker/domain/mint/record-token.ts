import type { Executor } from '#db/executor.ts'
import { listMedia, useMedia } from '#db/queries/media/files.ts'
import { freeMints } from '#db/queries/mint/mints.ts'
import { releasePins } from '#db/queries/pin/pins.ts'
import { type SignRequestRow, updateSignRequest } from '#db/queries/sign-request/sign-requests.ts'
import { storeMetadata } from '#db/queries/collection/traits.ts'
import type { TokenJson } from '#contract/schemas/token-json.ts'
import type { Context } from '#worker/domain/context.ts'
import { noteMetadata } from '#worker/domain/event/note-events.ts'
import { indexChanges } from '#worker/ledger/index-changes.ts'
import { textField, type ValidatedTransaction } from '#worker/ledger/ledger-json.ts'
import { isSuccess } from '#worker/ledger/results.ts'
import { hexToText, ipfsPath } from '#worker/ledger/uri.ts'
import { mediaCids, readTokenMetadata } from '#worker/ledger/token-metadata.ts'

/**
 * Stores the metadata of a minted or updated token in the index and pins its files. Returns the token's id, or null if
 * the token is not in the index.
 */
async function storeToken(
  { now }: Context,
  tx: Executor,
  { uri, tokenJson }: { uri: string | undefined; tokenJson: TokenJson | undefined },
  entry: ValidatedTransaction,
): Promise<string | null> {
  const token = [...indexChanges([entry]).nfts.values()].find((change) => change.uri === uri)
  if (token === undefined || uri === undefined || tokenJson === undefined) return null
  const media = mediaCids(tokenJson)
  const metadataCid = ipfsPath(hexToText(uri) ?? '')
  const files = metadataCid === null ? media : [...media, metadataCid]
  await useMedia(tx, files, now())
  await releasePins(tx, files)
  const mediaRows = await listMedia(tx, media)
  const metadata = readTokenMetadata(tokenJson, new Map(mediaRows.map((file) => [file.cid, file])))
  if (metadata !== null && (await storeMetadata(tx, { ...token, uri }, metadata)))
    await noteMetadata(tx, token, now())
  return token.id
}

/**
 * Stores the NFTokenID in the request and the metadata in the index, and pins the files, after a validated mint or
 * update. Runs in the transaction that stores the outcome; returns the request in its new state.
 */
export async function recordToken(
  context: Context,
  tx: Executor,
  row: SignRequestRow,
  entry: ValidatedTransaction,
): Promise<SignRequestRow> {
  const { tokenJson } = row.context
  const nftId = await storeToken(context, tx, { uri: textField(row.txjson, 'URI'), tokenJson }, entry)
  if (nftId === null) {
    context.log.error('token_missing', { uuid: row.uuid, txid: entry.hash })
    return row
  }
  const tokenContext = { ...row.context, nftId }
  await updateSignRequest(tx, row.id, { context: tokenContext })
  return { ...row, context: tokenContext }
}

/**
 * Records each token of a request for several rows. Rows that were not minted are released and can be requested again.
 */
export async function recordTokens(
  context: Context,
  tx: Executor,
  row: SignRequestRow,
  results: (ValidatedTransaction | null)[],
): Promise<void> {
  const unmintedKeys: string[] = []
  for (const [place, { rowKey, tokenJson }] of (row.context.rows ?? []).entries()) {
    const entry = results[place] ?? null
    if (entry !== null && isSuccess(entry.meta.TransactionResult)) {
      const uri = textField(entry.tx, 'URI')
      if ((await storeToken(context, tx, { uri, tokenJson }, entry)) === null)
        context.log.error('token_missing', { uuid: row.uuid, txid: entry.hash })
    } else if (rowKey !== undefined) unmintedKeys.push(rowKey)
  }
  const { id: signRequestId, account } = row
  if (account !== null) await freeMints(tx, { account, signRequestId, rowKeys: unmintedKeys })
}
