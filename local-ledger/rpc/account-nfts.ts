import { findAccountId } from '#ledger/codec/address.ts'
import type { JsonObject } from '#ledger/codec/json.ts'
import { nftFlags, nftIssuer, nftSequence, nftTaxon, nftTransferFee } from '#ledger/codec/nftoken-id.ts'
import { findAccount } from '#ledger/entries/account-roots.ts'
import type { NFTokenItem } from '#ledger/entries/entry-types.ts'
import { firstPageKey, lastPageKey, pageKeylet } from '#ledger/entries/keylets.ts'
import { compareTokenIds } from '#ledger/entries/nftoken-pages.ts'
import { type ReadView, read } from '#ledger/views/read-view.ts'
import { chooseLedger, isHash } from './ledger-selection.ts'
import { limitParameter } from './parameters.ts'
import type { Handler } from './rpc-context.ts'
import { expectedField, invalidField, missingField, rpcError } from './rpc-error.ts'

// Answers the method `account_nfts`. The marker is the last returned token. Source: xrpl.org "account_nfts".

const STANDARD_LIMIT = 100

export function tokenJson({ NFToken: token }: NFTokenItem): JsonObject {
  const id = token.NFTokenID
  return {
    Flags: nftFlags(id),
    Issuer: nftIssuer(id),
    NFTokenID: id,
    NFTokenTaxon: nftTaxon(id),
    ...(token.URI === undefined ? {} : { URI: token.URI }),
    ...(nftTransferFee(id) === 0 ? {} : { TransferFee: nftTransferFee(id) }),
    nft_serial: nftSequence(id),
  }
}

/** Yields the token pages of an owner in order, starting with the page that contains a position. */
export function* tokenPages(view: ReadView, owner: string, after?: string) {
  const last = lastPageKey(owner)
  let key: string | undefined = view.nextPage(after ?? firstPageKey(owner))
  while (key !== undefined && key <= last) {
    const page = read(view, pageKeylet(key))
    if (page === undefined) return
    yield { key, page }
    key = page.NextPageMin
  }
}

export const accountNfts: Handler = ({ chain, params }) => {
  if (params.account === undefined) throw missingField('account')
  if (typeof params.account !== 'string') throw invalidField('account')
  const { account } = params
  if (findAccountId(account) === null) throw rpcError('actMalformed')
  const { view, about } = chooseLedger(chain, params)
  if (findAccount(view, account) === undefined) throw rpcError('actNotFound')
  const limit = limitParameter(params, STANDARD_LIMIT)
  const { marker } = params
  if (marker !== undefined && typeof marker !== 'string') throw expectedField('marker', 'string')
  if (marker !== undefined && !isHash(marker)) throw invalidField('marker')
  const after = marker?.toUpperCase()
  const tokens: JsonObject[] = []
  const start = after === undefined ? undefined : firstPageKey(account).slice(0, 40) + after.slice(40)
  let hasPassedMarker = after === undefined
  for (const { page } of tokenPages(view, account, start)) {
    for (const item of page.NFTokens) {
      const id = item.NFToken.NFTokenID
      if (!hasPassedMarker && after !== undefined) {
        if (id === after) hasPassedMarker = true
        else if (compareTokenIds(id, after) > 0) throw invalidField('marker')
        continue
      }
      tokens.push(tokenJson(item))
      // A full page has a marker even if nothing follows.
      if (tokens.length === limit) {
        return { account_nfts: tokens, limit, marker: id, ...about }
      }
    }
  }
  if (!hasPassedMarker) throw invalidField('marker')
  return { account, account_nfts: tokens, ...about }
}
