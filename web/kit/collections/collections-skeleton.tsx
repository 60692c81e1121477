import { t } from '#web/messages.ts'
import layout from '#web/kit/lists/list-layout.module.css'
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx'
import css from './collections-skeleton.module.css'

export function CollectionsSkeleton() {
  return (
    <div className={layout.collections}>
      <LoadingNote subject={t('collections')} />
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <div key={key} className={css.shape}>
          <div className={css.cover} />
          <Skeleton width="60%" height="1.5rem" />
          <Skeleton width="90%" height="2.5rem" />
          <Skeleton width="100%" height="1.25rem" />
        </div>
      ))}
    </div>
  )
}
