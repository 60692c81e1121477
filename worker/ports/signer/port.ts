import type { Fields } from '#worker/ledger/ledger-json.ts'

export interface PayloadOrder {
  /** Our id of the request. It finds the payload if the reply was lost. */
  id: string
  txjson: Fields
  /** Text shown in the wallet. Names the site, so that users recognize a relayed QR code. */
  instruction: string
  /** The account that must sign; null for a sign-in. */
  account: string | null
  /**
   * 'inner' if the account signs only for its inner transactions of a Batch. Nothing is submitted, because the outer
   * account signs last.
   */
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
  /** MAINNET, TESTNET ...; null if the wallet did not submit the transaction. */
  network: string | null
  networkId: number | null
}

/** The wallet platform. Throws Refusal('signer_unavailable') if it does not answer. */
export interface SignerPort {
  create(order: PayloadOrder): Promise<Payload>
  /** Returns the state of a payload, or null if the platform does not have it. */
  find(uuid: string): Promise<PayloadState | null>
  /** Finds a payload by our id; null if the platform never received it. */
  findByNumber(id: string): Promise<Payload | null>
  cancel(uuid: string): Promise<void>
}
