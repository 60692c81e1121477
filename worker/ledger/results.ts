import { sentence, type Sentence } from '#contract/words/sentence.ts'

/** Explanations of the result codes that a collector may encounter. Codes: xrpl.org "Transaction results". */
const sentences: Record<string, Sentence> = {
  tesSUCCESS: sentence('The transaction succeeded.'),
  tecEXPIRED: sentence('The offer has expired.'),
  tecOBJECT_NOT_FOUND: sentence('The offer no longer exists: it was accepted or cancelled.', {
    context: 'reply',
  }),
  tecINSUFFICIENT_FUNDS: sentence('The buying account does not have enough funds for this price.'),
  tecINSUFFICIENT_PAYMENT: sentence('The amount does not cover the price and the marketplace fee.'),
  tecNO_PERMISSION: sentence('The ledger does not allow this account to do that.'),
  tecCANT_ACCEPT_OWN_NFTOKEN_OFFER: sentence('You cannot accept your own offer.'),
  tecNFTOKEN_OFFER_TYPE_MISMATCH: sentence(
    'The offer is of the wrong kind: a sell offer was used as a bid, or the other way round.',
  ),
  tecNFTOKEN_BUY_SELL_MISMATCH: sentence('The bid and the listing do not match.'),
  tecNO_LINE: sentence('A trust line for this currency is missing.'),
  tecNO_AUTH: sentence('The issuer of this currency has not authorised the account to hold it.'),
  tecFROZEN: sentence('The issuer of this currency has frozen it for this account.'),
  tecUNFUNDED_OFFER: sentence('The account holds none of this currency to offer.'),
  tecUNFUNDED_PAYMENT: sentence('There is not enough XRP above the reserve to pay for this.'),
  tecINSUFFICIENT_RESERVE: sentence(
    'The account needs a little more XRP: the ledger keeps 0.2 XRP in reserve for each open offer.',
  ),
  tecNO_ENTRY: sentence('The NFT is no longer in the account that the offer names.'),
  tecNO_DST: sentence('The receiving account does not exist on the ledger.'),
  tecNO_ISSUER: sentence('The issuer of this currency does not exist on the ledger.'),
  tecNO_TARGET: sentence('The named account does not exist on the ledger.'),
  tecNO_SUITABLE_NFTOKEN_PAGE: sentence('The ledger could not add this NFT to the account.'),
  tecMAX_SEQUENCE_REACHED: sentence('This issuer has minted as many NFTs as the ledger allows.'),
  tecHAS_OBLIGATIONS: sentence('The account still has obligations on the ledger.'),
  temBAD_EXPIRATION: sentence('The end date is not valid: it must be in the future.'),
  temBAD_AMOUNT: sentence('The amount is not valid.'),
  temBAD_NFTOKEN_TRANSFER_FEE: sentence('The royalty must be between 0 and 50 %.'),
  temINVALID_FLAG: sentence('The transaction has a flag that the ledger does not recognise.'),
  temMALFORMED: sentence('The transaction is malformed.'),
  tefNFTOKEN_IS_NOT_TRANSFERABLE: sentence('This NFT can only be given back to its issuer.'),
  tefMAX_LEDGER: sentence(
    'The request reached the ledger too late and was not carried out. Nothing was charged.',
  ),
  tefPAST_SEQ: sentence('The account has sent another transaction in the meantime.'),
  tefBAD_AUTH: sentence('The key that signed is not allowed to sign for this account.'),
  tefMASTER_DISABLED: sentence('The master key of this account is disabled; sign with its regular key.'),
  terNO_ACCOUNT: sentence('The account does not exist on the ledger yet. Send it at least 1 XRP first.'),
  terINSUF_FEE_B: sentence('The account has too little XRP to pay the transaction cost.'),
  terPRE_SEQ: sentence('An earlier transaction of this account is still in progress.'),
}

/** Returns the explanation of a result code. Includes unknown codes in the text, so that support can look them up. */
export function explainResult(code: string): Sentence {
  return sentences[code] ?? sentence('The ledger refused the transaction ({code}).', { code })
}

/** True if the code of a validated transaction means success. */
export function isSuccess(code: string): boolean {
  return code === 'tesSUCCESS'
}
