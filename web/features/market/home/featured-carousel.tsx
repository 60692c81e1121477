import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { NftCard } from '#contract/schemas/nfts.ts'
import { t } from '#web/messages.ts'
import { QueryError } from '#web/kit/query-states.tsx'
import { AutoplayButton, useAutoplay } from '#web/ui/autoplay.tsx'
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx'
import hidden from '#web/ui/visually-hidden.module.css'
import frames from './carousel-frames.module.css'
import css from './featured-carousel.module.css'
import { FeaturedWork } from './featured-work.tsx'
import { featuredNftsQuery } from './queries.ts'

/** The featured works, each shown for three seconds. */
export function FeaturedCarousel() {
  const query = useQuery(featuredNftsQuery)
  const works = query.data ?? []
  const [index, setIndex] = useState(0)
  const autoplay = useAutoplay(works.length > 1)
  const position = index % Math.max(works.length, 1)
  const next = (position + 1) % Math.max(works.length, 1)
  const work = works[position]

  if (query.data === undefined && query.error !== null) {
    return (
      <div className={css.alone}>
        <h1 className={css.tagline}>{t('A Gateway to Digital Luxury')}</h1>
        <QueryError error={query.error} retry={query.refetch} />
      </div>
    )
  }
  if (query.data === undefined) return <CarouselSkeleton />
  if (work === undefined) {
    return (
      <div className={css.alone}>
        <h1 className={css.tagline}>{t('A Gateway to Digital Luxury')}</h1>
      </div>
    )
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hover and focus only pause it
    <section
      className={css.carousel}
      aria-roledescription={t('carousel')}
      aria-label={t('Featured NFTs')}
      {...autoplay.pauseProps}
    >
      <FeaturedWork
        nft={work}
        upcoming={next === position ? undefined : works[next]}
        place={t('{count} of {count2}', { count: position + 1, count2: works.length })}
        announced={!autoplay.isRunning}
      >
        {works.length > 1 && (
          <CarouselFrames
            works={works}
            shownIndex={position}
            autoplay={autoplay}
            onShow={setIndex}
            onEnd={() => setIndex(next)}
          />
        )}
      </FeaturedWork>
    </section>
  )
}

interface CarouselFramesProps {
  works: NftCard[]
  /** Index of the work that is shown. */
  shownIndex: number
  autoplay: ReturnType<typeof useAutoplay>
  onShow: (index: number) => void
  onEnd: () => void
}

/** One bar per work. The end of the current bar's animation shows the next work, so pausing it pauses the carousel. */
function CarouselFrames({ works, shownIndex, autoplay, onShow, onEnd }: CarouselFramesProps) {
  const { isStopped, isRunning } = autoplay
  return (
    <div className={frames.frames}>
      {works.map((work, index) => (
        <button
          key={work.nftokenID}
          type="button"
          className={frames.bar}
          aria-label={t('Show {name}, {count} of {count2}', {
            name: work.name,
            count: index + 1,
            count2: works.length,
          })}
          aria-current={index === shownIndex}
          onClick={() => onShow(index)}
        >
          <span className={frames.track}>
            {index === shownIndex && (
              <span
                key={`${work.nftokenID}-${isStopped}`}
                className={frames.fill}
                data-stopped={isStopped}
                data-running={isRunning}
                onAnimationEnd={isStopped ? undefined : onEnd}
              />
            )}
          </span>
        </button>
      ))}
      <AutoplayButton
        autoplay={autoplay}
        play={t('Play the featured works')}
        pause={t('Pause the featured works')}
        size={16}
      />
    </div>
  )
}

function CarouselSkeleton() {
  return (
    <div className={css.carousel}>
      <h1 className={hidden.hidden}>{t('A Gateway to Digital Luxury')}</h1>
      <LoadingNote subject={t('featured works')} />
      <div className={css.wall} />
      <div className={css.label}>
        <p className={css.kicker}>{t('A Gateway to Digital Luxury')}</p>
        <div className={css.words}>
          <Skeleton width="80%" height="3.5rem" />
          <Skeleton width="55%" height="1.25rem" />
          <Skeleton width="40%" height="1.5rem" />
          <Skeleton width="9rem" height="3.5rem" />
        </div>
        <Skeleton width="min(30rem, 100%)" height="2px" />
      </div>
    </div>
  )
}
