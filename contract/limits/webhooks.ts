/** Webhooks of an account. */
export const maxWebhooks = 5
/** Maximum number of messages that wait for one webhook. Further events are not sent to it. */
export const maxWaiting = 5000
/** The log of deliveries covers this many days. */
export const logDays = 30
/** Entries of one page of the log. */
export const logPage = 25
/**
 * Seconds from each failed attempt to the next one. After the last attempt, a message is given up. Source: standardwebhooks.com
 */
export const pauses = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400] as const
/** A webhook of which no attempt has succeeded for this long is switched off. */
export const offAfterHours = 72
/** Timeout for the receiver's answer. */
export const answerMs = 10_000
/** A receiver that takes longer is slow, and is served apart from the others. */
export const slowAfterMs = 3000
/** Calls of one account's receivers at a time. */
export const callsOfAccount = 3
/** A webhook without a success for this long is tried only once in a while. */
export const pausedAfterMinutes = 5
export const pauseMinutes = 5
