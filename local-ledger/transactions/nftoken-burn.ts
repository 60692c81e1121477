import { nftFlag, nftFlags, nftIssuer } from '#ledger/codec/nftoken-id.ts'
import { findAccount } from '#ledger/entries/account-roots.ts'
import { accountKeylet, buyOfferDirectory, sellOfferDirectory } from '#ledger/entries/keylets.ts'
import { deleteOffers } from '#ledger/entries/nftoken-offers.ts'
import { findToken, removeToken } from '#ledger/entries/nftoken-pages.ts'
import type { TransactionRules } from './transaction-types.ts'

// Rules of NFTokenBurn. Source: XLS-20 "NFTokenBurn", xrpl.org "NFTokenBurn".

const MAX_DELETED_OFFERS = 500

export const nftokenBurn: TransactionRules = {
  flags: 0,

  preflight: () => 'tesSUCCESS',

  preclaim({ fields, view }) {
    const { Account: account, Owner: owner = account, NFTokenID: tokenId = '' } = fields
    if (findToken(view, owner, tokenId) === null) return 'tecNO_ENTRY'
    if (owner === account) return 'tesSUCCESS'
    // Besides the owner, only the issuer or its minter may burn the token, and only if it is burnable.
    if (!(nftFlags(tokenId) & nftFlag.burnable)) return 'tecNO_PERMISSION'
    const issuer = nftIssuer(tokenId)
    if (issuer === account) return 'tesSUCCESS'
    const root = findAccount(view, issuer)
    return root !== undefined && root.NFTokenMinter !== account ? 'tecNO_PERMISSION' : 'tesSUCCESS'
  },

  apply({ fields, view }) {
    const { Account: account, Owner: owner = account, NFTokenID: tokenId = '' } = fields
    if (!removeToken(view, owner, tokenId)) return 'tecNO_ENTRY'
    const issuer = view.edit(accountKeylet(nftIssuer(tokenId)))
    if (issuer !== undefined) issuer.BurnedNFTokens = (issuer.BurnedNFTokens ?? 0) + 1
    // Deletes sell offers first: there are usually fewer, so their directory is more likely to become empty.
    const sells = deleteOffers(view, sellOfferDirectory(tokenId), MAX_DELETED_OFFERS)
    deleteOffers(view, buyOfferDirectory(tokenId), MAX_DELETED_OFFERS - sells)
    return 'tesSUCCESS'
  },
}
