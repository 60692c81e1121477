import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Swap } from '#contract/schemas/swaps.ts'
import { t } from '#web/messages.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/error.ts'
import { openConnect } from '#web/wallet/session/connect-prompt.ts'
import { RetryButton } from '#web/kit/retry-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { useOnline } from '#web/ui/use-online.ts'
import { swapQuery } from './queries.ts'
import css from './swap.module.css'
import { type SwapAct, SwapDialog } from './swap-dialogs.tsx'
import type { Role } from './swap-words.ts'

interface SwapActionsProps {
  swap: Swap
  viewer: string | null
  role: Role
}

interface Acts {
  /** The action to sign. */
  sign: { act: SwapAct; name: string } | null
  /** Label of the button that ends the swap without a signature. */
  end: string | null
}

function actsOf({ state, handedOut }: Swap, role: Role): Acts {
  const isAgreed = state === 'agreed'
  if (role === 'proposer')
    return {
      sign: isAgreed ? { act: 'complete', name: t('Complete the swap') } : null,
      // Once the wallet has received the request, only a ledger transaction can end the swap.
      end: isAgreed && handedOut ? null : t('Withdraw the proposal'),
    }
  if (!isAgreed) return { sign: { act: 'agree', name: t('Agree') }, end: t('Decline') }
  return handedOut
    ? { sign: { act: 'revoke', name: t('Withdraw with a transaction') }, end: null }
    : { sign: null, end: t('Withdraw your signature') }
}

/** The viewer's actions for an open swap. */
export function SwapActions({ swap, viewer, role }: SwapActionsProps) {
  const online = useOnline()
  const queryClient = useQueryClient()
  const [open, setOpen] = useState<SwapAct | null>(null)
  const end = useMutation({
    mutationFn: () => call('endSwap', { body: { id: swap.id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: swapQuery(swap.id).queryKey }),
  })
  if (viewer === null) {
    return (
      <div className={css.actions}>
        <Button look="primary" size="large" onClick={() => openConnect(() => undefined)}>
          {t('Connect Wallet')}
        </Button>
      </div>
    )
  }
  if (role === 'visitor') return null
  const acts = actsOf(swap, role)
  return (
    <>
      <div className={css.actions}>
        {acts.sign !== null && (
          <Button
            look={acts.sign.act === 'revoke' ? 'outline' : 'primary'}
            size="large"
            disabled={!online}
            onClick={() => setOpen(acts.sign?.act ?? null)}
          >
            {acts.sign.name}
          </Button>
        )}
        {acts.end !== null && (
          <RetryButton
            error={end.error}
            size="large"
            busy={end.isPending}
            disabled={!online}
            onClick={() => end.mutate()}
          >
            {acts.end}
          </RetryButton>
        )}
      </div>
      {!online && <p role="status">{t('You are offline. The swap is unchanged.')}</p>}
      {end.error !== null && (
        <p role="alert" className={css.problem}>
          {sentenceOf(end.error)}
        </p>
      )}
      {open !== null && <SwapDialog act={open} swap={swap} account={viewer} onClose={() => setOpen(null)} />}
    </>
  )
}
