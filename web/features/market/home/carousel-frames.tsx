import { Pause, Play } from 'lucide-react'
import type { NftCard } from '#worker/contract/nfts.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import css from './carousel-frames.module.css'
import type { useCarousel } from './use-carousel.ts'

interface CarouselFramesProps {
  works: NftCard[]
  carousel: ReturnType<typeof useCarousel>
}

/** A bar for each work. The standing one fills in three seconds, and its end turns the page: pausing it pauses all. */
export function CarouselFrames({ works, carousel }: CarouselFramesProps) {
  const { shown, stopped, running, show, next, toggle } = carousel
  if (works.length < 2) return null
  return (
    <div className={css.frames}>
      {works.map((work, index) => (
        <button
          key={work.nftokenID}
          type="button"
          className={css.bar}
          aria-label={`Show ${work.name}, ${index + 1} of ${works.length}`}
          aria-current={index === shown}
          onClick={() => show(index)}
        >
          <span className={css.track}>
            {index === shown && (
              <span
                key={`${work.nftokenID}-${stopped}`}
                className={css.fill}
                data-stopped={stopped}
                data-running={running}
                onAnimationEnd={stopped ? undefined : next}
              />
            )}
          </span>
        </button>
      ))}
      <IconButton label={stopped ? 'Play the featured works' : 'Pause the featured works'} onClick={toggle}>
        {stopped ? <Play size={16} aria-hidden="true" /> : <Pause size={16} aria-hidden="true" />}
      </IconButton>
    </div>
  )
}
