import { type ReactNode, Suspense, useState } from 'react'
import type { Media } from '#contract/schemas/media.ts'
import { firstPicture, workFiles } from '#contract/rules/media.ts'
import type { Nft } from '#contract/schemas/nfts.ts'
import { WorkPicture } from '#web/kit/media/work-picture.tsx'
import { workRatio } from '#web/kit/media/work-ratio.ts'
import { nftTitle } from '#web/kit/nfts/nft-title.ts'
import { lazyCode } from '#web/ui/lazy-code.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { useMoves } from './use-moves.ts'
import css from './work-stage.module.css'

const CloserButton = lazyPart(async () => (await import('./closer-button.tsx')).CloserButton)
const Player = lazyCode(async () => (await import('./player.tsx')).Player)
const FileStrip = lazyCode(async () => (await import('./file-strip.tsx')).FileStrip)
const ExplicitStage = lazyCode(async () => (await import('./explicit-stage.tsx')).ExplicitStage)
const FileTrouble = lazyCode(async () => (await import('./file-trouble.tsx')).FileTrouble)
const MissingPicture = lazyCode(async () => (await import('./file-trouble.tsx')).MissingPicture)
const { sizes, largest } = firstPicture.stage

/** Larger files load only after a click on a button that names their size. */
const largeBytes = 10 * 1024 * 1024

interface WorkStageProps {
  nft: Pick<Nft, 'metadata'> & { nftokenID: string | null }
  /** Hidden until the work is drawn and paid for. */
  sealed?: boolean
}

/** The work with a button that enlarges it. Works with several files have a strip for selecting one. */
export function WorkStage({ nft, sealed = false }: WorkStageProps) {
  const [choice, setChoice] = useState(0)
  const [tries, setTries] = useState(0)
  const { metadata } = nft
  const image = metadata?.imageFile ?? null
  const files = metadata === null ? [] : workFiles({ ...metadata, image, animation: metadata.animationFile })
  const media = files[choice] ?? files[0] ?? null
  const title = nftTitle(nft)
  const frame: Record<`--${string}`, number> = { '--ratio': ratioOf(media, image) }
  const renderWall = (content: ReactNode) => (
    <div className={css.wall}>
      <div className={css.framed} style={frame} data-stage>
        {content}
      </div>
    </div>
  )
  const stage = (
    <>
      <Shown
        key={`${media?.src} ${tries}`}
        nft={nft}
        media={media}
        poster={image}
        title={title}
        sealed={sealed}
        wall={renderWall}
        onReady={() => setTries(tries + 1)}
      />
      {media?.kind === 'image' && (
        <Suspense fallback={null}>
          <CloserButton media={media} title={title} />
        </Suspense>
      )}
      {files.length > 1 && (
        <div className={css.files}>
          <Suspense fallback={null}>
            <FileStrip files={files} chosenFile={media} onChoose={setChoice} />
          </Suspense>
        </div>
      )}
    </>
  )
  if (media?.explicit !== true) return stage
  return (
    <Suspense fallback={renderWall(null)}>
      <ExplicitStage media={image ?? media} wall={renderWall}>
        {stage}
      </ExplicitStage>
    </Suspense>
  )
}

interface ShownProps extends Pick<WorkStageProps, 'nft'> {
  media: Media | null
  poster: Media | null
  title: string
  sealed: boolean
  /** Renders content in the display area of the work. */
  wall: (content: ReactNode) => ReactNode
  /** Called when a file that could not be fetched has become available. */
  onReady: () => void
}

/**
 * Returns the aspect ratio of the file if it is known, otherwise of its poster. Video and poster share it, so that both
 * have the same height.
 */
const ratioOf = (media: Media | null, poster: Media | null): number =>
  workRatio(media?.width == null ? poster : media)

/**
 * Returns the media whose still picture or type name represents a file: the file itself, or the picture of the work.
 */
const stillOf = (media: Media | null, poster: Media | null): Media | null =>
  media?.kind === 'image' ? media : (poster ?? media)

/** Shows pictures. All other files are played by code that is loaded on demand. */
function Shown({ nft, media, poster, title, sealed, wall, onReady }: ShownProps) {
  const moves = useMoves(media)
  const isLarge = (media?.bytes ?? 0) > largeBytes
  const still = stillOf(media, poster)
  const { nftokenID } = nft
  const missingNote = (file: Media | null) => (
    <Suspense fallback={null}>
      <MissingPicture nftokenID={nftokenID} media={file} ratio={workRatio(file)} onReady={onReady} />
    </Suspense>
  )
  const picture = (
    <WorkPicture
      media={still}
      alt={title}
      sizes={sizes}
      ratio={ratioOf(media, poster)}
      eager
      largest={isLarge ? 800 : largest}
      sealed={sealed && still === null}
      // Without metadata, a notice beside the work already gives the reason.
      missing={still === null && nft.metadata === null ? undefined : missingNote(still)}
    />
  )
  const isStill = media?.kind === 'image' && !moves
  if (media === null || isStill) return wall(picture)
  const hasControls = isLarge || (media.kind !== 'image' && media.kind !== 'video')
  return (
    <Suspense
      fallback={
        <>
          {wall(picture)}
          {hasControls && <div className={css.controls} />}
        </>
      }
    >
      <Player
        media={media}
        title={title}
        poster={poster}
        still={picture}
        isLarge={isLarge}
        wall={wall}
        trouble={
          media.kind === 'image' ? (
            missingNote(media)
          ) : (
            <Suspense fallback={null}>
              <FileTrouble nftokenID={nftokenID} media={media} onReady={onReady} />
            </Suspense>
          )
        }
      />
    </Suspense>
  )
}
