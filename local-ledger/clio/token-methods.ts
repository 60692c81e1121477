import { findAccountId } from '#ledger/codec/address.ts'
import type { JsonObject } from '#ledger/codec/json.ts'
import { nftFlags, nftIssuer, nftSequence, nftTaxon, nftTransferFee } from '#ledger/codec/nftoken-id.ts'
import { findAccount } from '#ledger/entries/account-roots.ts'
import { chooseLedger, isHash } from '#ledger/rpc/ledger-selection.ts'
import { limitParameter } from '#ledger/rpc/parameters.ts'
import type { Handler, RpcContext } from '#ledger/rpc/rpc-context.ts'
import { expectedField, invalidField, missingField, rpcError } from '#ledger/rpc/rpc-error.ts'
import { type TokenRecord, tokenIndex } from './token-index.ts'

// Answers the methods `nft_info` and `nfts_by_issuer`. Source: xrpl.org "nft_info", "nfts_by_issuer" (Clio).

const STANDARD_LIMIT = 50

const describe = ({ id, owner, uri, isBurned, seq }: TokenRecord): JsonObject => ({
  nft_id: id,
  ledger_index: seq,
  owner,
  is_burned: isBurned,
  uri,
  flags: nftFlags(id),
  transfer_fee: nftTransferFee(id),
  issuer: nftIssuer(id),
  nft_taxon: nftTaxon(id),
  nft_serial: nftSequence(id),
})

export function tokenParameter(params: JsonObject): string {
  if (params.nft_id === undefined) throw missingField('nft_id')
  if (!isHash(params.nft_id)) throw invalidField('nft_id')
  return params.nft_id.toUpperCase()
}

/** Returns the ledger of a request, by default the newest validated one. Clio reads only validated ledgers. */
export const validatedLedger = ({ chain, params }: RpcContext) => {
  const named = params.ledger_index !== undefined || params.ledger_hash !== undefined
  return chooseLedger(chain, named ? params : { ledger_index: 'validated' })
}

export const nftInfo: Handler = (context) => {
  const id = tokenParameter(context.params)
  const { about } = validatedLedger(context)
  const record = tokenIndex(context.chain).find(id)
  if (record === undefined) throw rpcError('objectNotFound', 'NFT not found', about)
  return { ...describe(record), validated: true }
}

export const nftsByIssuer: Handler = (context) => {
  const { chain, params } = context
  const { issuer, nft_taxon: taxon, marker } = params
  if (issuer === undefined) throw missingField('issuer')
  if (typeof issuer !== 'string' || findAccountId(issuer) === null) throw rpcError('actMalformed')
  if (taxon !== undefined && typeof taxon !== 'number') throw expectedField('nft_taxon', 'unsigned integer')
  if (marker !== undefined && !isHash(marker)) throw invalidField('marker')
  const limit = limitParameter(params, STANDARD_LIMIT)
  const { view, about } = validatedLedger(context)
  if (findAccount(view, issuer) === undefined) throw rpcError('actNotFound', undefined, about)
  const index = tokenIndex(chain)
  const after = typeof marker === 'string' ? marker.toUpperCase() : ''
  const ids = index
    .ofIssuer(issuer)
    .filter((id) => id > after && (taxon === undefined || nftTaxon(id) === taxon))
  const page = ids.slice(0, limit)
  const last = page.at(-1)
  return {
    issuer,
    limit,
    ledger_index: about.ledger_index,
    ...(taxon === undefined ? {} : { nft_taxon: taxon }),
    nfts: page.flatMap((id) => {
      const record = index.find(id)
      return record === undefined ? [] : [describe(record)]
    }),
    ...(ids.length > page.length && last !== undefined ? { marker: last } : {}),
    validated: true,
  }
}
