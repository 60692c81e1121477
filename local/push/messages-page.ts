export interface PushMessage {
  subscription: string
  at: string
  /** Seconds. */
  ttl: number
  urgency: string
  /** Decrypted. */
  text: string
}

const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const row = ({ at, subscription, ttl, urgency, text }: PushMessage) =>
  `<tr><td>${escape(at)}</td><td><code>${escape(subscription.slice(0, 8))}</code></td><td>${ttl} s</td><td>${escape(urgency)}</td><td><code>${escape(text)}</code></td></tr>`

/** What has arrived at the local push service, newest first; it reloads itself. */
export const messagesPage = (
  messages: PushMessage[],
): string => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta http-equiv="refresh" content="3"><title>Push messages</title>
<style>body{font:1rem/1.5 system-ui;margin:2rem;background:#0d0e12;color:#f2efe9}td,th{padding:.25rem 1rem .25rem 0;text-align:start;vertical-align:top}code{overflow-wrap:anywhere}</style>
</head><body><h1>Push messages</h1>${messages.length === 0 ? '<p>Nothing has arrived.</p>' : `<table><thead><tr><th>Arrived</th><th>Device</th><th>TTL</th><th>Urgency</th><th>Message</th></tr></thead><tbody>${messages.toReversed().map(row).join('')}</tbody></table>`}</body></html>`
