/** A plain sentence for each result code that a collector may get. Codes: xrpl.org "Transaction results". */
const sentences: Record<string, string> = {
  tesSUCCESS: 'The transaction succeeded.',
  tecEXPIRED: 'The offer has expired.',
  tecOBJECT_NOT_FOUND: 'The offer is no longer there: it was taken or cancelled.',
  tecINSUFFICIENT_FUNDS: 'There is not enough money in the buying account for this price.',
  tecINSUFFICIENT_PAYMENT: 'The amount does not cover the price and the marketplace fee.',
  tecNO_PERMISSION: 'The ledger does not allow this account to do that.',
  tecCANT_ACCEPT_OWN_NFTOKEN_OFFER: 'You cannot accept your own offer.',
  tecNFTOKEN_OFFER_TYPE_MISMATCH:
    'The offer is of the wrong kind: a sale was taken for a bid, or the other way round.',
  tecNFTOKEN_BUY_SELL_MISMATCH: 'The bid and the listing do not belong together.',
  tecNO_LINE: 'A trust line for this currency is missing.',
  tecNO_AUTH: 'The issuer of this currency has not authorised the account to hold it.',
  tecFROZEN: 'The issuer of this currency has frozen it for this account.',
  tecUNFUNDED_OFFER: 'The account has nothing of this currency to offer.',
  tecUNFUNDED_PAYMENT: 'There is not enough XRP above the reserve to pay this.',
  tecINSUFFICIENT_RESERVE:
    'The account needs a little more XRP: the ledger keeps 0.2 XRP in reserve for each open offer.',
  tecNO_ENTRY: 'The NFT is not where the offer says: its owner has changed.',
  tecNO_DST: 'The receiving account does not exist on the ledger.',
  tecNO_ISSUER: 'The issuer of this currency does not exist on the ledger.',
  tecNO_TARGET: 'The account named does not exist on the ledger.',
  tecNO_SUITABLE_NFTOKEN_PAGE: 'The ledger found no room for this NFT in the account.',
  tecMAX_SEQUENCE_REACHED: 'This issuer has minted as many NFTs as the ledger allows.',
  tecHAS_OBLIGATIONS: 'The account still has obligations on the ledger.',
  temBAD_EXPIRATION: 'The end date is not valid: it must lie in the future.',
  temBAD_AMOUNT: 'The amount is not valid.',
  temBAD_NFTOKEN_TRANSFER_FEE: 'The royalty must be between 0 and 50 %.',
  temINVALID_FLAG: 'The transaction carries a flag that the ledger does not know.',
  temMALFORMED: 'The transaction is malformed.',
  tefNFTOKEN_IS_NOT_TRANSFERABLE: 'This NFT can only be given back to its issuer.',
  tefMAX_LEDGER: 'The request came too late for the ledger and was not carried out. Nothing was charged.',
  tefPAST_SEQ: 'The account has sent another transaction in the meantime.',
  tefBAD_AUTH: 'The key that signed is not allowed to sign for this account.',
  tefMASTER_DISABLED: 'The master key of this account is disabled; sign with its regular key.',
  terNO_ACCOUNT: 'The account does not exist on the ledger yet. Send it at least 1 XRP first.',
  terINSUF_FEE_B: 'The account has too little XRP to pay the transaction cost.',
  terPRE_SEQ: 'An earlier transaction of this account is still under way.',
}

/** The sentence for a result code; unknown codes are named, so that support can look them up. */
export function explainResult(code: string): string {
  return sentences[code] ?? `The ledger refused the transaction (${code}).`
}

/** Whether the code of a validated transaction means success. */
export function succeeded(code: string): boolean {
  return code === 'tesSUCCESS'
}
