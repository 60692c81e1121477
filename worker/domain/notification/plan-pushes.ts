import { pushesPerMinute } from '#contract/rules/notification-kinds.ts'

/**
 * Returns the messages that a device gets now, each with its notifications. If there are more than the device may get
 * in a minute, the last message covers the rest; after the limit, everything waits.
 */
export function planPushes<T>(pushes: T[], recentCount: number): T[][] {
  const room = pushesPerMinute - recentCount
  if (room <= 0) return []
  if (pushes.length <= room) return pushes.map((push) => [push])
  return [...pushes.slice(0, room - 1).map((push) => [push]), pushes.slice(room - 1)]
}

const firstRetrySeconds = 10
const maxRetrySeconds = 1800

/**
 * Returns the delay before a rejected message is sent again: as stated by the push service, otherwise growing with each
 * attempt.
 */
export function retrySeconds(attempts: number, serverSeconds: number | null): number {
  return Math.min(serverSeconds ?? firstRetrySeconds * 2 ** Math.min(attempts, 10), maxRetrySeconds)
}
