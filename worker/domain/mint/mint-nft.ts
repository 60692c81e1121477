import { queryCollectionOf } from '#db/queries/collections.ts'
import { type MintForm, mintFlagsOf, transferFeeOf } from '#worker/contract/minting.ts'
import type { SignReferences } from '#worker/contract/sign-requests.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { dryRun } from '#worker/domain/sign-request/dry-run.ts'
import { openSignRequest } from '#worker/domain/sign-request/open-sign-request.ts'
import { textToHex } from '#worker/ledger/uri.ts'
import { buildToken } from './build-token.ts'
import { holdRow } from './hold-row.ts'

/**
 * Mints one NFT for a creator: stores and pins its files and metadata, and requests a signature for the NFTokenMint.
 * `rowKey` is the creator's name for it: a row makes at most one NFT.
 * Throws Refusal: validation_failed, storage_unavailable, would_fail, already_pending, signer_unavailable.
 */
export async function mintNft(
  context: Context,
  actor: Actor,
  form: MintForm,
  rowKey: string,
): Promise<SignReferences> {
  const { account } = actor
  const [found] = await queryCollectionOf(context.db.read, account, form.taxon)
  const collection = found?.collection ?? null
  const { tokenJson, uri } = await buildToken(context, actor, form, {
    metadata: form.metadata,
    collection: collection?.name ?? null,
  })
  const transferFee = transferFeeOf(form.royalty)
  const memo = form.transaction_memo ?? ''
  const txjson = {
    TransactionType: 'NFTokenMint',
    Account: account,
    NFTokenTaxon: form.taxon,
    Flags: mintFlagsOf(form, transferFee, collection?.mutableNfts ?? false),
    URI: uri,
    ...(transferFee === 0 ? {} : { TransferFee: transferFee }),
    ...(memo === '' ? {} : { Memos: [{ Memo: { MemoData: textToHex(memo) } }] }),
  }
  await dryRun(context, txjson)
  return holdRow(context, { account, rowKey }, async (held) => {
    return openSignRequest(held, {
      purpose: 'mint',
      account,
      txjson,
      context: { tokenJson },
      instruction: `Mint ${tokenJson.name} on OPX (${context.settings.siteOrigin}).`,
      returnPath: '/create/nft',
    })
  })
}
