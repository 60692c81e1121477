/** No transaction of ours may cost more than this, in drops, whatever the ledger's load says. */
export const costCeilingDrops = 10_000n
