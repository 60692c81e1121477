import { useInfiniteQuery } from '@tanstack/react-query'
import type { Delivery } from '#worker/contract/webhooks.ts'
import { m, rich } from '#web/messages.ts'
import { sentenceSpace } from '#web/joined.ts'
import { PagedList } from '#web/kit/lists/paged-list.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { kindTitles } from './kind-titles.ts'
import { deliveriesQuery } from './queries.ts'
import css from './programs.module.css'

const states: Record<Delivery['state'], string> = {
  waiting: m.programs_deliveries_waiting,
  delivered: m.programs_deliveries_delivered,
  failed: m.programs_deliveries_given_up,
}

/** What was sent to an address, and what came of it. */
export function Deliveries({ id }: { id: string }) {
  const list = useInfiniteQuery(deliveriesQuery(id))
  return (
    <PagedList
      title={m.programs_deliveries_deliveries}
      list={list}
      items={list.data?.pages.flatMap(({ deliveries }) => deliveries)}
      skeleton={<Skeleton height="8rem" />}
      empty={m.programs_deliveries_nothing_was_sent_yet}
      advice={m.programs_deliveries_next_event_wants_listed}
    >
      {(deliveries) => (
        <ul className={css.deliveries}>
          {deliveries.map(({ id: message, kind, state, tries, error, createdAt, dueAt }) => (
            <li key={message}>
              <span>{kind === null ? m.programs_deliveries_an_event : kindTitles[kind]}</span>
              <span data-state={state}>
                {tries > 1
                  ? m.programs_deliveries_after_attempts({ state: states[state], count: tries })
                  : states[state]}
              </span>
              <span className={css.note}>
                <RelativeTime at={createdAt} />
              </span>
              {error !== null && (
                <span className={css.reason}>
                  {error}
                  {dueAt !== null && (
                    <>
                      {sentenceSpace}
                      {rich.programs_deliveries_next_attempt({ when: <RelativeTime at={dueAt} /> })}
                    </>
                  )}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  )
}
