import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { t } from '#web/messages.ts'
import { WorkPicture } from '#web/kit/media/work-picture.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { announce } from '#web/ui/toasts.ts'
import css from './unfinished-drafts.module.css'
import { listUnfinished, type Unfinished } from './unfinished.ts'

/** Drafts stored in this browser, each with buttons to continue or discard it. */
export function UnfinishedDrafts({ account }: { account: string }) {
  const { data: drafts = [], refetch } = useQuery({
    queryKey: ['drafts', account],
    queryFn: () => listUnfinished(account),
    networkMode: 'always',
    staleTime: 0,
    gcTime: 0,
  })
  const place = useRef<HTMLDivElement>(null)
  const discard = async (draft: Unfinished) => {
    await draft.discard()
    await refetch()
    // The focused button disappears with its row, so move the focus.
    place.current?.focus()
    announce({
      title: t('The draft is discarded'),
      action: {
        label: t('Undo'),
        run: async () => {
          await draft.restore()
          await refetch()
        },
      },
    })
  }
  return (
    <div ref={place} tabIndex={-1} className={css.place}>
      {drafts.length > 0 && (
        <section className={css.unfinished} aria-labelledby="unfinished">
          <h2 id="unfinished" className={css.heading}>
            {t('Unfinished')}
          </h2>
          <ul>
            {drafts.map((draft) => (
              <li key={draft.path} className={css.row}>
                <Row draft={draft} onDiscard={() => void discard(draft)} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function Row({
  draft: { path, kind, title, display },
  onDiscard,
}: {
  draft: Unfinished
  onDiscard: () => void
}) {
  return (
    <>
      <span className={css.picture}>
        {display !== null && (
          <WorkPicture
            media={{ ...display, contentType: null, width: null, height: null, color: null }}
            alt=""
            sizes="64px"
            ratio={1}
            largest={300}
          />
        )}
      </span>
      <span className={css.words}>
        <bdi className={css.title}>{title}</bdi>
        <span className={css.kind}>{kind}</span>
      </span>
      <span className={css.acts}>
        <Link
          to="/create/$"
          params={{ _splat: path }}
          className={buttonClass('outline', 'small')}
          aria-label={t('Continue {title}', { title })}
        >
          {t('Continue')}
        </Link>
        <Button look="quiet" size="small" onClick={onDiscard} aria-label={t('Discard {title}', { title })}>
          {t('Discard')}
        </Button>
      </span>
    </>
  )
}
