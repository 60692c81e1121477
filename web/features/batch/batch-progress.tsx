import type { NftCard } from '#worker/contract/nfts.ts'
import { useRequests } from '#web/features/requests/request-store.ts'
import { SignPrompt } from '#web/features/wallet/sign-prompt.tsx'
import { Button } from '#web/ui/button.tsx'
import { cancelRun, rowInWallet } from './batch-state.ts'
import { changeBatch } from './batch-store.ts'
import css from './batch.module.css'
import type { useBatchForm } from './use-batch-form.ts'

interface BatchProgressProps {
  form: ReturnType<typeof useBatchForm>
  tokens: readonly NftCard[]
}

/** Which row is in the wallet, how many wait, and the way out. */
export function BatchProgress({ form, tokens }: BatchProgressProps) {
  const { key, state, reply, done } = form
  const { records } = useRequests()
  const current = rowInWallet(state)
  const name = tokens.find(({ nftokenID }) => nftokenID === current?.id)?.name ?? 'the next work'
  const kept = records.find(({ uuid }) => uuid === current?.uuid)
  const references = reply?.references ?? kept?.references ?? null
  const stage = reply?.stage ?? 'waiting'
  const left = state.queue.length + 1
  const signing = current !== null && (stage === 'waiting' || stage === 'opened')
  return (
    <section className={css.progress} aria-label="Progress">
      <div className={css.course}>
        <p className={css.now} role="status">
          {current === null
            ? 'Asking your wallet ...'
            : signing
              ? `Sign the offer for ${name}`
              : `The ledger validates the offer for ${name} ...`}
        </p>
        <progress className={css.meter} value={done} max={done + left} aria-label="Offers made" />
        <p className={css.quiet}>
          {done} made, {left} to go. You can leave this page: the run goes on when you come back.
        </p>
        {state.queue.length > 0 ? (
          <Button onClick={() => changeBatch(key, cancelRun)}>Cancel the run</Button>
        ) : (
          <p className={css.quiet}>This is the last one. Reject it in your wallet to leave it out.</p>
        )}
      </div>
      {signing && (
        <SignPrompt
          references={references}
          opened={stage === 'opened'}
          afterwards="Once signed, the next one follows."
        />
      )}
    </section>
  )
}
