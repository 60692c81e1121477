import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { t } from '#web/messages.ts'
import { announce } from '#web/ui/toasts.ts'
import { ConfirmDialog } from '#web/wallet/confirm-dialog.tsx'
import { useSigning } from '#web/wallet/requests/use-signing.ts'
import type { Act } from './acts.ts'

interface ActDialogProps {
  act: Act
  account: string
  onClose: () => void
}

/**
 * Confirms an action, runs it and announces the result. If offers must be cancelled with a signature, sends them to the
 * wallet.
 */
export function ActDialog({ act, account, onClose }: ActDialogProps) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { ask, refusal } = useSigning(onClose)

  const signCancel = async (offers: string[]) => {
    await ask(
      'requestTransaction',
      {
        body: { txjson: { TransactionType: 'NFTokenCancelOffer', Account: account, NFTokenOffers: offers } },
      },
      {
        action: 'cancelOffers',
        title: t('{count, plural, one {# sell offer} other {# sell offers}}', { count: offers.length }),
      },
    )
  }

  const run = useMutation({
    mutationFn: act.run,
    onSuccess: async ({ title, text, toSign = [] }) => {
      announce({ title, tone: 'good', ...(text === undefined ? {} : { text }) })
      if (act.removes === true) {
        await navigate({ to: '/collections_explorer' })
        void queryClient.invalidateQueries()
        return
      }
      const refresh = queryClient.invalidateQueries()
      if (toSign.length > 0) await signCancel(toSign)
      else {
        // Wait for the refetch, so that the menu does not offer the same action again.
        await refresh
        onClose()
      }
    },
  })
  return (
    <ConfirmDialog
      title={act.title}
      description={act.description}
      action={act.confirm}
      busy={run.isPending}
      signs="cancelOffers"
      refusal={run.error ?? refusal}
      onConfirm={() => run.mutate()}
      onClose={onClose}
    />
  )
}
