import { type ComponentType, type ReactNode, Suspense } from 'react'
import { firstPicture, workFiles } from '#contract/rules/media.ts'
import type { Media } from '#contract/schemas/media.ts'
import type { NftMetadata } from '#contract/schemas/nfts.ts'
import { WorkPicture } from '#web/kit/media/work-picture.tsx'
import { workRatio } from '#web/kit/media/work-ratio.ts'
import css from './edition.module.css'

const { sizes, largest } = firstPicture.stage

/** Components that enlarge pictures and play other files, passed in because they belong to the NFT feature. */
export interface StageSlots {
  Closer: ComponentType<{ media: Media; title: string }>
  Player: ComponentType<{
    media: Media
    title: string
    poster: Media | null
    still: ReactNode
    isLarge: boolean
    wall: (content: ReactNode) => ReactNode
    trouble: ReactNode
  }>
}

interface EditionStageProps extends StageSlots {
  metadata: NftMetadata
  title: string
}

/** The media of an edition. Videos and other files play only after a click, whatever their size. */
export function EditionStage({ metadata, title, Closer, Player }: EditionStageProps) {
  const image = metadata.imageFile
  const [media = image] = workFiles({ ...metadata, image, animation: metadata.animationFile })
  const still = media?.kind === 'image' ? media : image
  const frame: Record<`--${string}`, number> = { '--ratio': workRatio(media?.width == null ? image : media) }
  const renderWall = (content: ReactNode) => (
    <div className={css.wall}>
      <div className={css.framed} style={frame}>
        {content}
      </div>
    </div>
  )
  const picture = (
    <WorkPicture media={still} alt={title} sizes={sizes} ratio={workRatio(still)} eager largest={largest} />
  )
  if (media === null || media.kind === 'image')
    return (
      <>
        {renderWall(picture)}
        {media !== null && (
          <Suspense fallback={null}>
            <Closer media={media} title={title} />
          </Suspense>
        )}
      </>
    )
  return (
    <Suspense fallback={renderWall(picture)}>
      <Player
        media={media}
        title={title}
        poster={image}
        still={picture}
        isLarge
        wall={renderWall}
        trouble={null}
      />
    </Suspense>
  )
}
