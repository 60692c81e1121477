import { nftFlags, nftIssuer, nftTransferFee } from '#ledger/codec/nftoken-id.ts'
import { hasExpired } from '#ledger/entries/nftoken-offers.ts'
import { findToken } from '#ledger/entries/nftoken-pages.ts'
import {
  checkOfferAgainstLedger,
  checkOfferTerms,
  type OfferTerms,
  placeOffer,
} from './nftoken-offer-rules.ts'
import { flagsOf, sequenceValue, type TransactionFields, type TransactionRules } from './transaction-types.ts'

// Rules of NFTokenCreateOffer. Source: XLS-20 "NFTokenCreateOffer", xrpl.org "NFTokenCreateOffer".

const tfSellNFToken = 0x1

const readTerms = (fields: TransactionFields): OfferTerms => ({
  account: fields.Account,
  amount: fields.Amount ?? '0',
  sell: (flagsOf(fields) & tfSellNFToken) !== 0,
  tokenFlags: nftFlags(fields.NFTokenID ?? ''),
  owner: fields.Owner,
  destination: fields.Destination,
  expiration: fields.Expiration,
})

export const nftokenCreateOffer: TransactionRules = {
  flags: tfSellNFToken,

  preflight: (fields) => checkOfferTerms(readTerms(fields)),

  preclaim({ fields, view }) {
    const { NFTokenID: tokenId = '' } = fields
    if (hasExpired(view, fields.Expiration)) return 'tecEXPIRED'
    const offer = readTerms(fields)
    const holder = offer.sell ? fields.Account : (fields.Owner ?? '')
    if (findToken(view, holder, tokenId) === null) return 'tecNO_ENTRY'
    return checkOfferAgainstLedger(view, {
      ...offer,
      issuer: nftIssuer(tokenId),
      transferFee: nftTransferFee(tokenId),
    })
  },

  apply({ fields, view, priorBalance }) {
    const offer = readTerms(fields)
    return placeOffer(
      view,
      {
        owner: fields.Account,
        sequence: sequenceValue(fields),
        tokenId: fields.NFTokenID ?? '',
        amount: offer.amount,
        sell: offer.sell,
        destination: offer.destination,
        expiration: offer.expiration,
      },
      priorBalance,
    )
  },
}
