import { Suspense } from 'react'
import { lazyCode } from '#web/ui/lazy-code.ts'
import { useNetworkPrompt } from './network-prompt.ts'

const NetworkDialog = lazyCode(async () => (await import('./network-dialog.tsx')).NetworkDialog)

/** Renders the dialog about a busy ledger while a call waits for the user's choice. */
export function NetworkGate() {
  const prompt = useNetworkPrompt()
  return <Suspense fallback={null}>{prompt !== null && <NetworkDialog {...prompt} />}</Suspense>
}
