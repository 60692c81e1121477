import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type NotificationKind, notificationKinds } from '#contract/rules/notification-kinds.ts'
import { notificationTitles } from '#contract/words/notifications.ts'
import type { NotificationSettingsReply } from '#contract/schemas/notifications.ts'
import { t, rich, slot } from '#web/messages.ts'
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

const toggleKind = (kinds: NotificationKind[], kind: NotificationKind, has: boolean) =>
  has ? [...kinds.filter((other) => other !== kind), kind] : kinds.filter((other) => other !== kind)

/** Settings: the kinds of notifications for the account and its devices. */
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
        title: t('Your choice was not saved'),
        text: sentenceOf(error),
        tone: 'bad',
      })
    },
  })
  return (
    <Section title={t('Notify me about')}>
      <QueryStates query={query} pending={<Skeleton height="20rem" />}>
        {({ off, silent, pushKey }) => (
          <>
            <PushPanel account={account} pushKey={pushKey} />
            {pushKey !== null && (
              <p className={css.columnHead} aria-hidden="true">
                {t('On my devices')}
              </p>
            )}
            <ul className={css.kinds}>
              {notificationKinds.map((kind) => (
                <li key={kind} className={css.kind}>
                  <Checkbox
                    checked={!off.includes(kind)}
                    onChange={(isOn) => save.mutate({ off: toggleKind(off, kind, !isOn), silent, pushKey })}
                  >
                    {notificationTitles[kind]()}
                  </Checkbox>
                  {pushKey !== null && !off.includes(kind) && (
                    <div className={css.device}>
                      <Checkbox
                        checked={!silent.includes(kind)}
                        onChange={(isOn) =>
                          save.mutate({ off, silent: toggleKind(silent, kind, !isOn), pushKey })
                        }
                      >
                        <VisuallyHidden>
                          {t('On my devices: {kind}', { kind: notificationTitles[kind]() })}
                        </VisuallyHidden>
                      </Checkbox>
                    </div>
                  )}
                </li>
              ))}
            </ul>
            <p className={css.more}>
              {rich('Artists and operators can have events sent to their own server: <link>Webhooks</link>', {
                link: <Link to="/webhooks">{slot}</Link>,
              })}
            </p>
          </>
        )}
      </QueryStates>
    </Section>
  )
}
