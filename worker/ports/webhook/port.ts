/** A message to a third-party address. */
export interface WebhookMessage {
  webhookId: string
  url: string
  /** Id of the message, the same for every attempt. */
  messageId: string
  body: string
}

export type WebhookAnswer = { status: number } | { failure: string }

export interface WebhookPort {
  /** Returns the signing key of a webhook, for its owner. */
  secretOf(webhookId: string): string
  /** Returns why messages cannot be sent to an address; null if they can. */
  refusal(url: string): string | null
  /** Sends a message once and waits up to `timeoutMs` for the answer. Does not follow redirects. */
  send(message: WebhookMessage, now: Date, timeoutMs: number): Promise<WebhookAnswer>
}
