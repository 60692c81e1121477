/** A message to an address of a third party. */
export interface WebhookMessage {
  webhookId: string
  url: string
  /** The same in each attempt. */
  messageId: string
  body: string
}

export type WebhookAnswer = { status: number } | { failure: string }

export interface WebhookPort {
  /** The key that messages of a webhook are signed with, for its owner. */
  secretOf(webhookId: string): string
  /** Why messages cannot be sent to an address; null when they can. */
  refusal(url: string): string | null
  /** Sends a message once, and waits for the answer for `timeoutMs`. Follows no redirects. */
  send(message: WebhookMessage, now: Date, timeoutMs: number): Promise<WebhookAnswer>
}
