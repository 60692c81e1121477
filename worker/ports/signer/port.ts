import type { Fields } from '#worker/ledger/ledger-json.ts'

export interface PayloadOrder {
  /** Our own id of the request, by which a payload is found if the reply was lost. */
  id: string
  txjson: Fields
  /** Sentence shown in the wallet; names the site, so that a relayed QR code can be recognized. */
  instruction: string
  /** The account that must sign; null for a sign-in. */
  account: string | null
  /** The account signs for its inner transactions of a Batch, and nothing is submitted: the outer account signs last. */
  role?: 'inner'
  pushToken: string | null
  expiresInMinutes: number
  /** The page to which the wallet returns the user. */
  returnUrl: string
}

export interface Payload {
  uuid: string
  deepLink: string
  qrPng: string
  websocket: string
  pushed: boolean
}

export interface PayloadState {
  opened: boolean
  resolved: boolean
  signed: boolean
  cancelled: boolean
  expired: boolean
  account: string | null
  blob: string | null
  txid: string | null
  pushToken: string | null
  dispatchedResult: string | null
  /** MAINNET, TESTNET ...; null when the wallet did not dispatch. */
  network: string | null
  networkId: number | null
}

/** The wallet's platform. Throws Refusal('signer_unavailable') when it does not answer. */
export interface SignerPort {
  create(order: PayloadOrder): Promise<Payload>
  /** The state of a payload, or null when the signer does not know it. */
  find(uuid: string): Promise<PayloadState | null>
  /** A payload by our own id; null when the signer never received it. */
  findByNumber(id: string): Promise<Payload | null>
  cancel(uuid: string): Promise<void>
}
