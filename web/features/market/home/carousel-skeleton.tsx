import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx'
import hidden from '#web/ui/visually-hidden.module.css'
import css from './featured-carousel.module.css'

export function CarouselSkeleton() {
  return (
    <div className={css.carousel}>
      <h1 className={hidden.hidden}>A Gateway to Digital Luxury</h1>
      <LoadingNote what="featured works" />
      <div className={css.wall} />
      <div className={css.label}>
        <p className={css.kicker}>Featured</p>
        <div className={css.words}>
          <Skeleton width="80%" height="3.5rem" />
          <Skeleton width="55%" height="1.25rem" />
          <Skeleton width="40%" height="1.5rem" />
          <Skeleton width="9rem" height="3.5rem" />
        </div>
        <Skeleton width="30rem" height="2px" />
      </div>
    </div>
  )
}
