import { callRpc } from '#local/lib/rpc.ts'

/** Moves the clock of a local ledger forward, and closes a ledger that shows the new time. */
export async function moveClock(ledgerUrl: string, seconds: number): Promise<void> {
  const reply = await fetch(`${ledgerUrl}/admin/advance-clock`, {
    method: 'POST',
    body: JSON.stringify({ seconds }),
  })
  if (!reply.ok) throw new Error(`The clock did not move: ${reply.status}`)
  // Until a ledger has the new time, the newest one looks old and its server stale.
  await callRpc(ledgerUrl, 'ledger_accept')
}
