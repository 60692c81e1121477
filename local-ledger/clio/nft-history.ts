import type { Handler } from '#ledger/rpc/rpc-context.ts'
import { ledgerRange, pageOf } from '#ledger/rpc/transaction-pages.ts'
import { limitParameter } from '#ledger/rpc/parameters.ts'
import { rpcError } from '#ledger/rpc/rpc-error.ts'
import { tokenIndex } from './token-index.ts'
import { tokenParameter } from './token-methods.ts'

// Answers the method `nft_history`. Source: xrpl.org "nft_history" (Clio).

const STANDARD_LIMIT = 50

export const nftHistory: Handler = (context) => {
  const { chain, params } = context
  const id = tokenParameter(params)
  const limit = limitParameter(params, STANDARD_LIMIT)
  const range = ledgerRange(context)
  const index = tokenIndex(chain)
  if (index.find(id) === undefined) throw rpcError('objectNotFound', 'NFT not found')
  return { nft_id: id, ...pageOf(context, index.history(id), range, limit) }
}
