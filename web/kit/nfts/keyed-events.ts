/** Events with keys that stay theirs when newer ones come before them; one transaction may cause equal events. */
export function keyedEvents<E extends { txid: string; nft: string; type: string }>(
  events: readonly E[],
): [key: string, event: E][] {
  const seen = new Map<string, number>()
  return events.map((event) => {
    const name = `${event.txid} ${event.nft} ${event.type}`
    const turn = (seen.get(name) ?? 0) + 1
    seen.set(name, turn)
    return [`${name} ${turn}`, event]
  })
}
