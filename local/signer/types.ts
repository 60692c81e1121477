/** An account whose key the local wallet holds, with demo funds only. */
export interface DemoAccount {
  name: string
  role: 'marketplace' | 'artist' | 'collector'
  address: string
  seed: string
}

/** An application as registered in Xaman's developer console. */
export interface App {
  uuid: string
  name: string
  key: string
  secret: string
  webhookUrl: string | null
}

export interface PayloadOptions {
  submit: boolean
  /** In minutes, like Xaman's `expire`. */
  expire: number
  signers: string[] | null
  forceNetwork: string | null
  returnApp: string | null
  returnWeb: string | null
}

export interface CustomMeta {
  identifier: string | null
  blob: Record<string, unknown> | null
  instruction: string | null
}

export interface SignedResponse {
  hex: string | null
  txid: string | null
  account: string | null
  signerPublicKey: string | null
  dispatchedTo: string | null
  dispatchedResult: string | null
}

export interface Payload {
  uuid: string
  appKey: string
  txjson: Record<string, unknown>
  options: PayloadOptions
  customMeta: CustomMeta
  createdAt: string
  expiresAt: string
  openedAt: string | null
  openedByDeeplink: boolean | null
  resolvedAt: string | null
  signed: boolean
  cancelled: boolean
  pushedTo: string | null
  issuedUserToken: string | null
  response: SignedResponse | null
}

export interface UserToken {
  token: string
  appKey: string
  account: string
  /** Unix seconds. */
  issuedAt: number
  expiresAt: number
}

/** Faults that tests enable to check how the marketplace handles them. */
export interface Faults {
  /** Delay in milliseconds before each platform call is answered. */
  apiDelayMs: number
  /** Status with which to reply to platform calls instead (503, 429). */
  apiStatus: number | null
  webhook: 'normal' | 'lost' | 'duplicate'
  webhookDelayMs: number
  /** Fields that override the transaction's fields before signing; null removes a field. */
  tamper: Record<string, unknown> | null
  /** Account that signs instead of the selected account. */
  signWith: string | null
  /** True to sign and report success without submitting the transaction to the ledger. */
  skipSubmit: boolean
  /** True to create payloads but close the connection before the reply. */
  loseCreated: boolean
  /** Network that the wallet reports. */
  network: string | null
  /** True to sign inner transactions of a Batch in the format of wallets before BatchV1_1. */
  oldBatchFormat: boolean
}

export const noFaults: Faults = {
  apiDelayMs: 0,
  apiStatus: null,
  webhook: 'normal',
  webhookDelayMs: 0,
  tamper: null,
  signWith: null,
  skipSubmit: false,
  loseCreated: false,
  network: null,
  oldBatchFormat: false,
}

export function isExpired(payload: Payload, now = Date.now()): boolean {
  if (payload.cancelled) return true
  const end = payload.resolvedAt === null ? now : Date.parse(payload.resolvedAt)
  return end > Date.parse(payload.expiresAt)
}
