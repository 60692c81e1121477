/**
 * Pairs events with keys that stay the same when newer events are added. Counts equal events, because one transaction
 * may cause several.
 */
export function keyedEvents<E extends { txid: string; nft: string; type: string }>(
  events: readonly E[],
): [key: string, event: E][] {
  const counts = new Map<string, number>()
  return events.map((event) => {
    const name = `${event.txid} ${event.nft} ${event.type}`
    const turn = (counts.get(name) ?? 0) + 1
    counts.set(name, turn)
    return [`${name} ${turn}`, event]
  })
}
