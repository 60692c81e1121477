import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '#web/messages.ts'
import { sentenceOf } from '#web/api/error.ts'
import { addDevice, isPushed, pushProblem, removeDevice } from '#web/kit/push/push-device.ts'
import { Button } from '#web/ui/button.tsx'
import { announce } from '#web/ui/toasts.ts'
import css from './notifications.module.css'

const hindrances = {
  off: t('This site does not send notifications to devices.'),
  unsupported: t(
    'This browser cannot show notifications. On an iPhone or iPad, add OPX to the home screen first.',
  ),
  denied: t('This browser does not allow OPX to show notifications. You can change that in its settings.'),
}

/** Turns notifications on this device on and off. */
export function PushPanel({ account, pushKey }: { account: string; pushKey: string | null }) {
  const queryClient = useQueryClient()
  const queryKey = ['pushDevice', account]
  const { data: isPushEnabled } = useQuery({ queryKey, queryFn: () => isPushed(account), staleTime: 0 })
  const change = useMutation({
    mutationFn: async () => {
      if (isPushEnabled === true) await removeDevice(true)
      else if (pushKey !== null) await addDevice(account, pushKey)
    },
    onError: (error) =>
      announce({
        title: t('Nothing was changed on this device'),
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
        {isPushEnabled === true
          ? t('Notifications appear on this device, even while OPX is closed.')
          : t('Get them on this device, even while OPX is closed.')}
      </p>
      <Button
        look={isPushEnabled === true ? 'quiet' : 'primary'}
        busy={change.isPending || isPushEnabled === undefined}
        onClick={() => change.mutate()}
      >
        {isPushEnabled === true ? t('Turn off here') : t('Turn on here')}
      </Button>
    </div>
  )
}
