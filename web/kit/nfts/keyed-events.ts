/** Events with keys that stay theirs when newer ones come before them; one transaction may cause equal events. */
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
