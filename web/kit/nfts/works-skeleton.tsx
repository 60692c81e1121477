import { t } from '#web/messages.ts'
import layout from '#web/kit/lists/list-layout.module.css'
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx'
import css from './works-skeleton.module.css'

export function WorksSkeleton() {
  return (
    <div className={layout.works}>
      <LoadingNote subject={t('works')} />
      {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((key) => (
        <div key={key} className={css.shape}>
          <div className={css.picture} />
          <Skeleton width="70%" height="1.25rem" />
          <Skeleton width="45%" height="1rem" />
          <Skeleton width="100%" height="3.5rem" />
        </div>
      ))}
    </div>
  )
}
