import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type NotificationKind, notificationKinds } from '#worker/contract/notification-kinds.ts'
import { notificationTitles } from '#worker/contract/notification-words.ts'
import type { NotificationSettingsReply } from '#worker/contract/notifications.ts'
import { m, rich, slot } from '#web/messages.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/error.ts'
import { QueryStates } from '#web/kit/query-states.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Section } from '#web/ui/section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { announce } from '#web/ui/toasts.ts'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import css from './notifications.module.css'
import { PushPanel } from './push-panel.tsx'
import { settingsOf } from './queries.ts'

const toggled = (kinds: NotificationKind[], kind: NotificationKind, has: boolean) =>
  has ? [...kinds.filter((other) => other !== kind), kind] : kinds.filter((other) => other !== kind)

/** Which kinds the account is told, and which of them go to its devices. */
export function NotificationSettings({ account }: { account: string }) {
  const queryClient = useQueryClient()
  const options = settingsOf(account)
  const query = useQuery(options)
  const save = useMutation({
    scope: { id: 'notification settings' },
    mutationFn: (choices: NotificationSettingsReply) =>
      call('setNotificationSettings', { body: { off: choices.off, silent: choices.silent } }),
    onMutate: (choices) => {
      const before = queryClient.getQueryData(options.queryKey)
      queryClient.setQueryData(options.queryKey, choices)
      return { before }
    },
    onError: (error, _choices, context) => {
      queryClient.setQueryData(options.queryKey, context?.before)
      announce({
        title: m.notifications_notification_settings_choice_not_saved,
        text: sentenceOf(error),
        tone: 'bad',
      })
    },
  })
  return (
    <Section title={m.notifications_notification_settings_what_you_are_told}>
      <QueryStates query={query} pending={<Skeleton height="20rem" />}>
        {({ off, silent, pushKey }) => (
          <>
            <PushPanel account={account} pushKey={pushKey} />
            <ul className={css.kinds}>
              {notificationKinds.map((kind) => (
                <li key={kind} className={css.kind}>
                  <Checkbox
                    checked={!off.includes(kind)}
                    onChange={(wanted) => save.mutate({ off: toggled(off, kind, !wanted), silent, pushKey })}
                  >
                    {notificationTitles[kind]}
                  </Checkbox>
                  {pushKey !== null && !off.includes(kind) && (
                    <div className={css.device}>
                      <Checkbox
                        checked={!silent.includes(kind)}
                        onChange={(wanted) =>
                          save.mutate({ off, silent: toggled(silent, kind, !wanted), pushKey })
                        }
                      >
                        {rich.notifications_notification_settings_also_on_my_devices({
                          visuallyHidden: <VisuallyHidden>: {notificationTitles[kind]}</VisuallyHidden>,
                        })}
                      </Checkbox>
                    </div>
                  )}
                </li>
              ))}
            </ul>
            <p className={css.more}>
              {rich.notifications_notification_settings_artists_operators_can_events({
                link: <Link to="/webhooks">{slot}</Link>,
              })}
            </p>
          </>
        )}
      </QueryStates>
    </Section>
  )
}
