import { makeNftokenId, nftFlag } from '#ledger/codec/nftoken-id.ts'
import { editAccount, findAccount, reserveDrops } from '#ledger/entries/account-roots.ts'
import { hasExpired } from '#ledger/entries/nftoken-offers.ts'
import { insertToken } from '#ledger/entries/nftoken-pages.ts'
import {
  checkOfferAgainstLedger,
  checkOfferTerms,
  type OfferTerms,
  placeOffer,
} from './nftoken-offer-rules.ts'
import {
  type ApplyContext,
  flagsOf,
  sequenceValue,
  type TransactionFields,
  type TransactionRules,
} from './transaction-types.ts'

// Rules of NFTokenMint. tfTrustLine is refused since fixRemoveNFTokenAutoTrustLine. Source: XLS-20 "NFTokenMint",
// XLS-46 (tfMutable), XLS-52 (Amount, Destination, Expiration).

const MAX_TRANSFER_FEE = 50_000
export const MAX_URI_BYTES = 256
const MINT_FLAGS = nftFlag.burnable | nftFlag.onlyXrp | nftFlag.transferable | nftFlag.mutable
const LAST_SEQUENCE = 0xffffffff

/** True if a URI is empty or longer than 256 bytes, which is malformed. */
export const isBadUri = (uri: string | undefined): boolean =>
  uri !== undefined && (uri === '' || uri.length / 2 > MAX_URI_BYTES)

const tokenFlags = (fields: TransactionFields) => flagsOf(fields) & 0xffff

const offerTerms = (
  fields: TransactionFields,
  amount: NonNullable<TransactionFields['Amount']>,
): OfferTerms => ({
  account: fields.Account,
  amount,
  sell: true,
  tokenFlags: tokenFlags(fields),
  destination: fields.Destination,
  expiration: fields.Expiration,
})

/**
 * Returns the first sequence plus the number of minted tokens. A mint by Sequence has already incremented the account's
 * sequence.
 */
function nextTokenSequence({ view, fields }: ApplyContext, issuer: string): number | null {
  const account = editAccount(view, issuer)
  const isSequenceUnchanged = fields.Issuer !== undefined || fields.Sequence === 0
  account.FirstNFTokenSequence ??= isSequenceUnchanged ? account.Sequence : account.Sequence - 1
  const mintCount = account.MintedNFTokens ?? 0
  if (mintCount === LAST_SEQUENCE) return null
  account.MintedNFTokens = mintCount + 1
  const sequence = account.FirstNFTokenSequence + mintCount
  return sequence >= LAST_SEQUENCE ? null : sequence
}

export const nftokenMint: TransactionRules = {
  flags: MINT_FLAGS,

  preflight(fields) {
    const fee = fields.TransferFee ?? 0
    if (fee > MAX_TRANSFER_FEE) return 'temBAD_NFTOKEN_TRANSFER_FEE'
    if (fee > 0 && !(flagsOf(fields) & nftFlag.transferable)) return 'temMALFORMED'
    if (fields.Issuer === fields.Account) return 'temMALFORMED'
    if (isBadUri(fields.URI)) return 'temMALFORMED'
    if (fields.Amount !== undefined) return checkOfferTerms(offerTerms(fields, fields.Amount))
    const offerFields = fields.Destination !== undefined || fields.Expiration !== undefined
    return offerFields ? 'temMALFORMED' : 'tesSUCCESS'
  },

  preclaim({ fields, view }) {
    if (fields.Issuer !== undefined) {
      const issuer = findAccount(view, fields.Issuer)
      if (issuer === undefined) return 'tecNO_ISSUER'
      if (issuer.NFTokenMinter !== fields.Account) return 'tecNO_PERMISSION'
    }
    if (fields.Amount === undefined) return 'tesSUCCESS'
    if (hasExpired(view, fields.Expiration)) return 'tecEXPIRED'
    return checkOfferAgainstLedger(view, {
      ...offerTerms(fields, fields.Amount),
      issuer: fields.Issuer ?? fields.Account,
      transferFee: fields.TransferFee ?? 0,
    })
  },

  apply(context) {
    const { fields, view, priorBalance } = context
    const issuer = fields.Issuer ?? fields.Account
    const sequence = nextTokenSequence(context, issuer)
    if (sequence === null) return 'tecMAX_SEQUENCE_REACHED'
    const ownedBefore = editAccount(view, fields.Account).OwnerCount
    const tokenId = makeNftokenId({
      flags: tokenFlags(fields),
      transferFee: fields.TransferFee ?? 0,
      issuer,
      taxon: fields.NFTokenTaxon ?? 0,
      sequence,
    })
    const item = { NFToken: { NFTokenID: tokenId, ...(fields.URI === undefined ? {} : { URI: fields.URI }) } }
    if (!insertToken(view, fields.Account, item)) return 'tecNO_SUITABLE_NFTOKEN_PAGE'
    if (fields.Amount !== undefined) {
      const offer = {
        owner: fields.Account,
        sequence: sequenceValue(fields),
        tokenId,
        amount: fields.Amount,
        sell: true,
        destination: fields.Destination,
        expiration: fields.Expiration,
      }
      const result = placeOffer(view, offer, priorBalance)
      if (result !== 'tesSUCCESS') return result
    }
    // The reserve is checked only if a page or an offer was added.
    const ownerCount = editAccount(view, fields.Account).OwnerCount
    return ownerCount > ownedBefore && priorBalance < reserveDrops(ownerCount)
      ? 'tecINSUFFICIENT_RESERVE'
      : 'tesSUCCESS'
  },
}
