/** Maximum number of webhooks per account. */
export const maxWebhooks = 5
/** Maximum number of messages that wait for one webhook. Further events are not sent to it. */
export const maxWaiting = 5000
/** Number of days that the delivery log covers. */
export const logDays = 30
/** Entries per page of the delivery log. */
export const logPage = 25
/**
 * Seconds from each failed attempt to the next one. After the last attempt, the message is dropped. Source:
 * standardwebhooks.com
 */
export const pauses = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400] as const
/** A webhook is disabled after this long without a successful attempt. */
export const offAfterHours = 72
/** Timeout for the receiver's answer. */
export const answerMs = 10_000
/** A receiver that takes longer counts as slow, and is served separately from the rest. */
export const slowAfterMs = 3000
/** Maximum number of concurrent calls to the receivers of one account. */
export const callsOfAccount = 3
/** A webhook without a success for this long is retried less often. */
export const pausedAfterMinutes = 5
export const pauseMinutes = 5
