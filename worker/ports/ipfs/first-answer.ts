export interface RaceSettings {
  gateways: string[]
  /** Delay before the next gateway is queried as well. */
  headStartMs: number
  /** Time for which a gateway that failed or was slow is queried only after all others. */
  restMs: number
  now(): number
}

/** Thrown when a gateway is temporarily unavailable. An answer of null means that it does not have the file. */
export class GatewayUnavailable extends Error {}

type Ask<T> = (gateway: string, signal: AbortSignal) => Promise<T | null>

/** Queries gateways concurrently and gives each one a short head start over the next. */
export function createRace({ gateways, headStartMs, restMs, now }: RaceSettings) {
  const restsUntil = new Map<string, number>()
  const isResting = (gateway: string) => (restsUntil.get(gateway) ?? 0) > now()
  const pauseGateway = (gateway: string) => restsUntil.set(gateway, now() + restMs)

  /** Returns the first answer of these gateways that is not null, and cancels the other requests. */
  function raceAmong<T>(order: string[], ask: Ask<T>): Promise<T | null> {
    const underway = new Map<string, AbortController>()
    let next = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    return new Promise((resolve) => {
      function end(answer: T | null, winner = 0) {
        clearTimeout(timer)
        for (const [gateway, stop] of underway) {
          // A gateway that started before the winner hangs, or is slower by more than the head start.
          if (order.indexOf(gateway) < winner) pauseGateway(gateway)
          stop.abort()
        }
        underway.clear()
        next = order.length
        resolve(answer)
      }
      function startNext() {
        clearTimeout(timer)
        const gateway = order[next]
        if (gateway === undefined) {
          if (underway.size === 0) end(null)
          return
        }
        next += 1
        const stop = new AbortController()
        underway.set(gateway, stop)
        timer = setTimeout(startNext, headStartMs)
        ask(gateway, stop.signal).then(
          (answer) => settle(gateway, answer),
          (error: unknown) => {
            if (error instanceof GatewayUnavailable && underway.has(gateway)) pauseGateway(gateway)
            settle(gateway, null)
          },
        )
      }
      function settle(gateway: string, answer: T | null) {
        if (!underway.delete(gateway)) return
        if (answer === null) startNext()
        else end(answer, order.indexOf(gateway))
      }
      startNext()
    })
  }

  /**
   * Returns the first answer, or null if no gateway has the file. Queries paused gateways last instead of skipping them, so
   * that a pause never makes a file unavailable.
   */
  return async <T>(ask: Ask<T>): Promise<T | null> => {
    const awake = gateways.filter((gateway) => !isResting(gateway))
    const restingGateways = gateways.filter((gateway) => !awake.includes(gateway))
    return (await raceAmong(awake, ask)) ?? raceAmong(restingGateways, ask)
  }
}
