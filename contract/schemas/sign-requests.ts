import * as v from 'valibot'
import { AccountAddress } from './account-address.ts'
import { Amount, Drops, IssuedAmount } from './amounts.ts'
import { createClaimedSchema } from './claims.ts'
import { ErrorCode } from './errors.ts'
import { classicAddressPattern, tfSellNFToken } from '#contract/rules/ledger.ts'
import { TransactionHash } from './nfts.ts'
import { wallets } from '#contract/rules/wallets.ts'

export const Uuid = v.pipe(v.string(), v.uuid('This is not a request number.'), v.toLowerCase())

export const Wallet = v.picklist(wallets)

/** Data with which a browser opens a request in the wallet. */
export const SignReferences = v.object({
  uuid: Uuid,
  /** `always` contains the deep link. */
  next: v.object({ always: v.string() }),
  refs: v.object({ qr_png: v.string(), websocket_status: v.string() }),
  /** True if a push message reached the wallet app. */
  pushed: v.boolean(),
  /** Deadline for opening the request (ISO 8601). */
  expiresAt: v.string(),
  /** True if one signature (a Batch) covers the whole sale or all rows, so that no other signature follows. */
  oneSignature: v.optional(v.boolean()),
  /** For sign-ins only: the wallet shows the same code next to the request. */
  signInCode: v.optional(v.string()),
  /** The wallet that the page calls itself; absent for Xaman, whose platform stores the request. */
  wallet: v.optional(Wallet),
})
export type SignReferences = v.InferOutput<typeof SignReferences>

/** The draw key's signature over a request of a verifiable draw: the buyer's proof of number and time. */
export const DrawReceipt = v.object({
  collection: v.string(),
  epoch: v.number(),
  number: v.number(),
  account: AccountAddress,
  /** The newest validated ledger at the time of the request. */
  requestLedger: v.number(),
  /** The Ed25519 key that the epoch has committed to, and its signature; both in hex. */
  drawKey: v.string(),
  signature: v.string(),
})
export type DrawReceipt = v.InferOutput<typeof DrawReceipt>

/** A requested draw. After the draw, `check/{uuid}` returns the sign request. */
export const DrawReferences = v.object({ uuid: Uuid, receipt: DrawReceipt })
export type DrawReferences = v.InferOutput<typeof DrawReferences>

/** The result of a call that requests a signature. */
export type BegunReferences = SignReferences | DrawReferences

/** Phase of a draw: `asked` (requested), `anchored` on the ledger and waiting for the beacon, or `drawn`. */
export const DrawProgress = v.object({
  collection: v.string(),
  number: v.number(),
  phase: v.picklist(['asked', 'anchored', 'drawn']),
  receipt: v.optional(DrawReceipt),
})
export type DrawProgress = v.InferOutput<typeof DrawProgress>

/** An account's way of signing sales, with the reason: in one Batch (XLS-56), or step by step. */
export const SigningReply = v.object({
  oneSignature: v.boolean(),
  /** Null with one signature. The operator sets `switched_off`; the account's owner sets `wallet_cannot`. */
  reason: v.nullable(v.picklist(['not_in_force', 'switched_off', 'wallet_cannot'])),
})
export type SigningReply = v.InferOutput<typeof SigningReply>

export const SigningBody = createClaimedSchema({ canSignBatch: v.boolean() })

/** A transaction that a page asks its wallet to sign, but not to submit. */
export const PageRequest = v.object({
  uuid: Uuid,
  wallet: Wallet,
  /** The account that must sign; null for a sign-in, where the page supplies the wallet's account. */
  account: v.nullable(AccountAddress),
  network: v.picklist(['mainnet', 'testnet', 'devnet', 'local']),
  expiresAt: v.string(),
  /**
   * The complete transaction: the wallet adds no fields. The transaction of a sign-in has no account, and can never be
   * valid.
   */
  txjson: v.optional(v.record(v.string(), v.unknown())),
  /** The text of a sign-in, for a wallet that signs texts. */
  message: v.optional(v.string()),
})
export type PageRequest = v.InferOutput<typeof PageRequest>

const hexDigits = (max: number) =>
  v.pipe(
    v.string(),
    v.regex(/^(?:[0-9A-Fa-f]{2})+$/, 'Give hexadecimal digits.'),
    v.maxLength(max),
    v.toUpperCase(),
  )
/** The wallet's network, if it is one of the public ones. */
const network = v.optional(v.picklist(['mainnet', 'testnet', 'devnet']))

/** Maximum depth of nested values. Transactions nest five levels deep. */
const maxDepth = 12
const isShallow = (value: unknown, depth = 0): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth < maxDepth && Object.values(value).every((part) => isShallow(part, depth + 1)))

const TransactionFields = v.pipe(
  v.record(v.string(), v.unknown()),
  v.check((fields) => isShallow(fields), 'This is not a transaction.'),
)

/** The wallet's signature: the transaction as a blob or as JSON, or the text of a sign-in. */
export const HandInBody = v.union([
  v.strictObject({ blob: hexDigits(40_000), network }),
  v.strictObject({ tx_json: TransactionFields, network }),
  v.strictObject({ account: AccountAddress, publicKey: hexDigits(66), signature: hexDigits(200), network }),
])
export type HandInBody = v.InferOutput<typeof HandInBody>

export const HandInReply = v.object({
  status: v.picklist(['signed', 'rejected']),
  txid: v.optional(TransactionHash),
})
export type HandInReply = v.InferOutput<typeof HandInReply>

export const SignOutBody = v.object({ everywhere: v.optional(v.boolean(), false) })

/**
 * The step that a pending request waits for: its draw, the wallet, the validated ledger, or the marketplace's match.
 */
export const PendingStage = v.picklist(['drawing', 'waiting', 'opened', 'validating', 'brokering'])
export type PendingStage = v.InferOutput<typeof PendingStage>

/** One row of a request for several rows. `ready` means that the row was not tried, so it can be requested again. */
export const OutcomeRow = v.object({
  status: v.picklist(['success', 'failed', 'ready']),
  /** The row key of a mint. */
  rowKey: v.nullable(v.string()),
  nftokenID: v.nullable(v.string()),
  /** The row's own transaction; null if it left no trace in the ledger. */
  txid: v.nullable(TransactionHash),
  result: v.nullable(v.string()),
  /** A sentence that tells the user why the row did not succeed. */
  message: v.nullable(v.string()),
})
export type OutcomeRow = v.InferOutput<typeof OutcomeRow>

/** The outcome of a request, for the result dialog. */
export const Outcome = v.object({
  purpose: v.string(),
  nftokenID: v.nullable(v.string()),
  /** The marketplace's own transaction that completed the request, if there was one; otherwise the user's. */
  txid: v.nullable(TransactionHash),
  ledgerIndex: v.nullable(v.number()),
  result: v.nullable(v.string()),
  /** The outer transaction if one signature covered several (a Batch), and the result of each inner one, in order. */
  batchTxid: v.nullable(TransactionHash),
  inner: v.nullable(
    v.array(
      v.object({ txid: TransactionHash, result: v.nullable(v.string()), nftokenID: v.nullable(v.string()) }),
    ),
  ),
  /** The outcome of each row, in order, for a request with several rows that is in a ledger. */
  rows: v.optional(v.array(OutcomeRow)),
  /** Amounts in XRP: the total that the buyer paid, and the marketplace's fee. */
  paidDrops: v.nullable(v.string()),
  feeDrops: v.nullable(v.string()),
  /** The amount that the buyer paid, and the fee, in any currency. */
  paid: v.nullable(Amount),
  fee: v.nullable(Amount),
})
export type Outcome = v.InferOutput<typeof Outcome>

/** Reply of `check/{uuid}`: one shape for sign-ins and transactions. */
export const CheckReply = v.object({
  status: v.picklist(['pending', 'signed', 'success', 'rejected', 'expired', 'failed']),
  stage: v.optional(PendingStage),
  /** Set for sign-ins only, and only for the browser that began the sign-in. */
  account: v.optional(AccountAddress),
  user_token: v.optional(v.string()),
  jwt_token: v.optional(v.string()),
  txid: v.optional(TransactionHash),
  dispatched_result: v.optional(v.string()),
  /** A sentence for the user. */
  data: v.optional(v.string()),
  code: v.optional(ErrorCode),
  outcome: v.optional(Outcome),
  references: v.optional(SignReferences),
  /** Progress of a verifiable draw. */
  draw: v.optional(DrawProgress),
})
export type CheckReply = v.InferOutput<typeof CheckReply>

/** The 202 reply of a call with `Prefer: respond-async`. */
export const PendingReply = v.object({ status: v.literal('pending'), data: SignReferences })
export type PendingReply = v.InferOutput<typeof PendingReply>

/**
 * The 202 reply of a draw. The draw is made before signing, except for a draw among tokens that the issuer has listed.
 */
export const PendingDrawReply = v.object({
  status: v.literal('pending'),
  data: v.union([SignReferences, DrawReferences]),
})
export type PendingDrawReply = v.InferOutput<typeof PendingDrawReply>

/** The reply without `Prefer: respond-async`: the outcome of the request. */
export const SignedReply = v.object({
  status: v.picklist(['success', 'signed', 'rejected', 'failed', 'expired']),
  txid: v.optional(TransactionHash),
  data: v.optional(v.union([v.string(), Outcome])),
  code: v.optional(ErrorCode),
  requestId: v.optional(v.string()),
})
export type SignedReply = v.InferOutput<typeof SignedReply>

/** The blocking form of `POST api/xumm/transaction`. */
export const TransactionReply = v.object({
  status: v.picklist(['success', 'signed', 'rejected', 'failed', 'expired']),
  data: v.optional(
    v.union([
      v.string(),
      v.object({ response: v.object({ txid: v.string(), dispatched_result: v.nullable(v.string()) }) }),
    ]),
  ),
  code: v.optional(ErrorCode),
  requestId: v.optional(v.string()),
})
export type TransactionReply = v.InferOutput<typeof TransactionReply>

const Hex = v.pipe(v.string(), v.regex(/^[0-9A-Fa-f]{64}$/, 'Give 64 hexadecimal digits.'), v.toUpperCase())
const Issued = v.strictObject(IssuedAmount.entries)
const ClassicAddress = v.pipe(v.string(), v.regex(classicAddressPattern, 'Give a classic address (r...).'))
const RippleTime = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(4_294_967_295))

/** An offer that the client builds, for `xumm/transaction`, `auction/run` and `auction/bid`. */
export const OfferTransaction = v.strictObject({
  TransactionType: v.literal('NFTokenCreateOffer'),
  Account: ClassicAddress,
  NFTokenID: Hex,
  Amount: v.union([Drops, Issued]),
  Owner: v.optional(ClassicAddress),
  Destination: v.optional(ClassicAddress),
  Expiration: v.optional(RippleTime),
  Flags: v.optional(v.picklist([0, tfSellNFToken])),
})
export type OfferTransaction = v.InferOutput<typeof OfferTransaction>

/** A sell offer among several that one signature covers. */
export const ListingTransaction = v.strictObject({
  ...v.omit(OfferTransaction, ['Owner']).entries,
  Flags: v.literal(tfSellNFToken),
})
export type ListingTransaction = v.InferOutput<typeof ListingTransaction>

/**
 * The transactions that a client may request to be signed, field by field. A field that is not listed here is refused:
 * no Memos, no Fee, no Sequence, no Flags but tfSellNFToken. The server fills in the rest.
 */
export const ClientTransaction = v.variant('TransactionType', [
  OfferTransaction,
  v.strictObject({
    TransactionType: v.literal('NFTokenCancelOffer'),
    Account: ClassicAddress,
    NFTokenOffers: v.pipe(v.array(Hex), v.minLength(1), v.maxLength(500)),
  }),
  v.strictObject({
    TransactionType: v.literal('NFTokenAcceptOffer'),
    Account: ClassicAddress,
    NFTokenSellOffer: v.optional(Hex),
    NFTokenBuyOffer: v.optional(Hex),
  }),
  v.strictObject({
    TransactionType: v.literal('NFTokenBurn'),
    Account: ClassicAddress,
    NFTokenID: Hex,
    Owner: v.optional(ClassicAddress),
  }),
])
export type ClientTransaction = v.InferOutput<typeof ClientTransaction>
