import { nftFlag, nftFlags, nftIssuer } from '#ledger/codec/nftoken-id.ts'
import { findAccount } from '#ledger/entries/account-roots.ts'
import { changeTokenUri, findToken } from '#ledger/entries/nftoken-pages.ts'
import { isBadUri } from './nftoken-mint.ts'
import type { TransactionRules } from './transaction-types.ts'

// Rules of NFTokenModify. Source: XLS-46 "Dynamic NFTs".

export const nftokenModify: TransactionRules = {
  flags: 0,

  preflight(fields) {
    if (fields.Owner === fields.Account) return 'temMALFORMED'
    return isBadUri(fields.URI) ? 'temMALFORMED' : 'tesSUCCESS'
  },

  preclaim({ fields, view }) {
    const { Account: account, Owner: owner = account, NFTokenID: tokenId = '' } = fields
    if (findToken(view, owner, tokenId) === null) return 'tecNO_ENTRY'
    if (!(nftFlags(tokenId) & nftFlag.mutable)) return 'tecNO_PERMISSION'
    const issuer = nftIssuer(tokenId)
    if (issuer === account) return 'tesSUCCESS'
    const root = findAccount(view, issuer)
    if (root === undefined) return 'tecINTERNAL'
    return root.NFTokenMinter === account ? 'tesSUCCESS' : 'tecNO_PERMISSION'
  },

  apply({ fields, view }) {
    const { Account: account, Owner: owner = account, NFTokenID: tokenId = '' } = fields
    return changeTokenUri(view, owner, tokenId, fields.URI) ? 'tesSUCCESS' : 'tecINTERNAL'
  },
}
