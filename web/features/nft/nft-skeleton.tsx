import { t } from '#web/messages.ts'
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx'
import hidden from '#web/ui/visually-hidden.module.css'
import css from './nft-page.module.css'
import stage from './stage/work-stage.module.css'

export function NftSkeleton() {
  return (
    <div className={css.page}>
      <h1 className={hidden.hidden}>NFT</h1>
      <LoadingNote subject={t('the NFT')} />
      <div className={css.stage}>
        <div className={stage.wall}>
          <div className={stage.framed} />
        </div>
      </div>
      <div className={css.side}>
        <Skeleton width="40%" height="1.5rem" />
        <Skeleton width="85%" height="3.5rem" />
        <Skeleton width="100%" height="3rem" />
        <Skeleton width="100%" height="9rem" />
        <Skeleton width="100%" height="3.5rem" />
        <Skeleton width="100%" height="12rem" />
      </div>
      <div className={css.details}>
        <Skeleton width="60%" height="2.75rem" />
      </div>
    </div>
  )
}
