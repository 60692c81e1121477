import { useQuery } from '@tanstack/react-query'
import { QueryError } from '#web/kit/query-states.tsx'
import { CarouselFrames } from './carousel-frames.tsx'
import { CarouselSkeleton } from './carousel-skeleton.tsx'
import css from './featured-carousel.module.css'
import { FeaturedWork } from './featured-work.tsx'
import { featuredNftsQuery } from './queries.ts'
import { useCarousel } from './use-carousel.ts'

/** The featured works, one at a time, three seconds each; it waits while somebody looks closer. */
export function FeaturedCarousel() {
  const query = useQuery(featuredNftsQuery)
  const works = query.data ?? []
  const carousel = useCarousel(works.length)
  const work = works[carousel.shown]
  const upcoming = works[(carousel.shown + 1) % Math.max(works.length, 1)]

  if (query.data === undefined && query.error !== null) {
    return (
      <div className={css.alone}>
        <h1 className={css.tagline}>A Gateway to Digital Luxury</h1>
        <QueryError error={query.error} retry={query.refetch} />
      </div>
    )
  }
  if (query.data === undefined) return <CarouselSkeleton />
  if (work === undefined) {
    return (
      <div className={css.alone}>
        <h1 className={css.tagline}>A Gateway to Digital Luxury</h1>
      </div>
    )
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hover and focus only pause it
    <section
      className={css.carousel}
      aria-roledescription="carousel"
      aria-label="Featured NFTs"
      onPointerEnter={() => carousel.hold('hover', true)}
      onPointerLeave={() => carousel.hold('hover', false)}
      onFocus={() => carousel.hold('focus', true)}
      onBlur={() => carousel.hold('focus', false)}
    >
      <FeaturedWork
        nft={work}
        upcoming={upcoming === work ? undefined : upcoming}
        place={`${carousel.shown + 1} of ${works.length}`}
        spoken={!carousel.running}
      >
        <CarouselFrames works={works} carousel={carousel} />
      </FeaturedWork>
    </section>
  )
}
