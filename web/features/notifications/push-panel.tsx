import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { m } from '#web/messages.ts'
import { sentenceOf } from '#web/api/error.ts'
import { addDevice, isPushed, pushProblem, removeDevice } from '#web/kit/push/push-device.ts'
import { Button } from '#web/ui/button.tsx'
import { announce } from '#web/ui/toasts.ts'
import css from './notifications.module.css'

const hindrances = {
  off: m.notifications_push_panel_site_not_send_notifications,
  unsupported: m.notifications_push_panel_browser_cannot_show_notifications,
  denied: m.notifications_push_panel_browser_not_allow_opx,
}

/** Turns notifications on this device on and off. */
export function PushPanel({ account, pushKey }: { account: string; pushKey: string | null }) {
  const queryClient = useQueryClient()
  const queryKey = ['pushDevice', account]
  const { data: pushed } = useQuery({ queryKey, queryFn: () => isPushed(account), staleTime: 0 })
  const change = useMutation({
    mutationFn: async () => {
      if (pushed === true) await removeDevice(true)
      else if (pushKey !== null) await addDevice(account, pushKey)
    },
    onError: (error) =>
      announce({
        title: m.notifications_push_panel_nothing_changed_device,
        text: sentenceOf(error),
        tone: 'bad',
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
  const hindrance = pushKey === null ? 'off' : pushProblem()
  if (hindrance !== null) return <p className={css.note}>{hindrances[hindrance]}</p>
  return (
    <div className={css.here}>
      <p className={css.note} role="status">
        {pushed === true
          ? m.notifications_push_panel_notifications_shown_device_while
          : m.notifications_push_panel_get_device_while_opx}
      </p>
      <Button
        look={pushed === true ? 'quiet' : 'primary'}
        busy={change.isPending || pushed === undefined}
        onClick={() => change.mutate()}
      >
        {pushed === true ? m.notifications_push_panel_turn_off_here : m.notifications_push_panel_turn_on_here}
      </Button>
    </div>
  )
}
