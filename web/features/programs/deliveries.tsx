import { useInfiniteQuery } from '@tanstack/react-query'
import type { Delivery } from '#contract/schemas/webhooks.ts'
import { t, rich } from '#web/messages.ts'
import { sentenceSpace } from '#web/joined.ts'
import { PagedList } from '#web/kit/lists/paged-list.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { kindTitles } from './kind-titles.ts'
import { deliveriesQuery } from './queries.ts'
import css from './programs.module.css'

const states: Record<Delivery['state'], string> = {
  waiting: t('Waiting'),
  delivered: t('Delivered'),
  failed: t('Given up'),
}

/** The deliveries of a webhook, with their outcomes. */
export function Deliveries({ id }: { id: string }) {
  const list = useInfiniteQuery(deliveriesQuery(id))
  return (
    <PagedList
      title={t('Deliveries')}
      list={list}
      items={list.data?.pages.flatMap(({ deliveries }) => deliveries)}
      skeleton={<Skeleton height="8rem" />}
      empty={t('Nothing was sent yet')}
      advice={t('The next matching event will appear here.')}
    >
      {(deliveries) => (
        <ul className={css.deliveries}>
          {deliveries.map(({ id: message, kind, state, tries, error, createdAt, dueAt }) => (
            <li key={message}>
              <span>{kind === null ? t('An event') : kindTitles[kind]}</span>
              <span data-state={state}>
                {tries > 1
                  ? t('{count, plural, one {{state} after # attempt} other {{state} after # attempts}}', {
                      state: states[state],
                      count: tries,
                    })
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
                      {rich('Next attempt {when}.', { when: <RelativeTime at={dueAt} upcoming /> })}
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
