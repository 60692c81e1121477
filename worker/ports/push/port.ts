/** A device of an account, as its browser describes it. Source: w3.org/TR/push-api "PushSubscription". */
export interface PushDevice {
  endpoint: string
  /** The browser's public key and secret, base64url. */
  p256dh: string
  auth: string
}

export interface PushOrder {
  /** The text, which is encrypted before it is sent. */
  payload: object
  /** Seconds for which the push service stores it for a device that is offline. */
  ttlSeconds: number
  urgency: 'normal' | 'high'
}

/**
 * The reply of a push service. `gone`: the device no longer wants messages. `refused`: sending the message again is
 * useless.
 */
export type PushResult =
  | { kind: 'delivered' | 'gone' | 'refused' }
  | { kind: 'later'; seconds: number | null }

/** Messages to devices (web push). */
export interface PushPort {
  /** The key with which browsers subscribe; null if the operator has made no keys, and nothing is sent. */
  publicKey: string | null
  /** The reason why messages cannot be sent to the device; null if they can. */
  problem(device: PushDevice): string | null
  /** Never throws. */
  send(device: PushDevice, order: PushOrder): Promise<PushResult>
}
