import { accountDelete } from './account-delete.ts'
import { accountSet } from './account-set.ts'
import { batch } from './batch.ts'
import { delegateSet } from './delegate-set.ts'
import { checkCancel } from './check-cancel.ts'
import { checkCash } from './check-cash.ts'
import { checkCreate } from './check-create.ts'
import { depositPreauth } from './deposit-preauth.ts'
import { nftokenAcceptOffer } from './nftoken-accept-offer.ts'
import { nftokenBurn } from './nftoken-burn.ts'
import { nftokenCancelOffer } from './nftoken-cancel-offer.ts'
import { nftokenCreateOffer } from './nftoken-create-offer.ts'
import { nftokenMint } from './nftoken-mint.ts'
import { nftokenModify } from './nftoken-modify.ts'
import { oracleDelete } from './oracle-delete.ts'
import { oracleSet } from './oracle-set.ts'
import { payment } from './payment.ts'
import { setRegularKey } from './set-regular-key.ts'
import { signerListSet } from './signer-list-set.ts'
import { ticketCreate } from './ticket-create.ts'
import type { TransactionRules } from './transaction-types.ts'
import { trustSet } from './trust-set.ts'

const rulesByType = new Map<string, TransactionRules>(
  Object.entries({
    AccountDelete: accountDelete,
    AccountSet: accountSet,
    Batch: batch,
    DelegateSet: delegateSet,
    CheckCancel: checkCancel,
    CheckCash: checkCash,
    CheckCreate: checkCreate,
    DepositPreauth: depositPreauth,
    NFTokenAcceptOffer: nftokenAcceptOffer,
    NFTokenBurn: nftokenBurn,
    NFTokenCancelOffer: nftokenCancelOffer,
    NFTokenCreateOffer: nftokenCreateOffer,
    NFTokenMint: nftokenMint,
    NFTokenModify: nftokenModify,
    OracleDelete: oracleDelete,
    OracleSet: oracleSet,
    Payment: payment,
    SetRegularKey: setRegularKey,
    SignerListSet: signerListSet,
    TicketCreate: ticketCreate,
    TrustSet: trustSet,
  }),
)

/** Returns the rules of a transaction type; undefined for unsupported types. */
export const findRules = (type: string): TransactionRules | undefined => rulesByType.get(type)
