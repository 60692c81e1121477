import { queryCollectionOf } from '#db/queries/collection/collections.ts'
import { type MintForm, mintFlagsOf, transferFeeOf } from '#contract/schemas/minting.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { textToHex } from '#worker/ledger/uri.ts'
import { buildToken } from './build-token.ts'

/**
 * Stores and pins the files and metadata of an NFT, and builds its NFTokenMint.
 * Throws Refusal: validation_failed, storage_unavailable.
 */
export async function prepareMint(context: Context, actor: Actor, form: Omit<MintForm, 'rowKey'>) {
  const [row] = await queryCollectionOf(context.db.http, actor.account, form.taxon)
  const collection = row?.collection ?? null
  const { tokenJson, uri } = await buildToken(context, actor, form, {
    metadata: form.metadata,
    collection: collection?.name ?? null,
  })
  const transferFee = transferFeeOf(form.royalty)
  const memo = form.transaction_memo ?? ''
  const txjson = {
    TransactionType: 'NFTokenMint',
    Account: actor.account,
    NFTokenTaxon: form.taxon,
    Flags: mintFlagsOf(form, transferFee, collection?.mutableNfts ?? false),
    URI: uri,
    ...(transferFee === 0 ? {} : { TransferFee: transferFee }),
    ...(memo === '' ? {} : { Memos: [{ Memo: { MemoData: textToHex(memo) } }] }),
  }
  return { tokenJson, txjson }
}
