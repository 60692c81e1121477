/** An account's device, as described by its browser. Source: w3.org/TR/push-api "PushSubscription". */
export interface PushDevice {
  endpoint: string
  /** The browser's public key and secret, base64url. */
  p256dh: string
  auth: string
}

export interface PushOrder {
  /** The message, which is encrypted before it is sent. */
  payload: object
  /** Seconds for which the push service stores the message for an offline device. */
  ttlSeconds: number
  urgency: 'normal' | 'high'
}

/** The reply of a push service. `gone`: the device has unsubscribed. `refused`: do not send the message again. */
export type PushResult =
  | { kind: 'delivered' | 'gone' | 'refused' }
  | { kind: 'later'; seconds: number | null }

/** Sends messages to devices (web push). */
export interface PushPort {
  /** The key that browsers need to subscribe; null if the operator has not set any keys, so nothing is sent. */
  publicKey: string | null
  /** Returns why messages cannot be sent to the device; null if they can. */
  problem(device: PushDevice): string | null
  /** Sends a message. Never throws. */
  send(device: PushDevice, order: PushOrder): Promise<PushResult>
}
