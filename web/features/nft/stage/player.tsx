import { Play, Square } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import type { Media } from '#contract/schemas/media.ts'
import { pictureSources } from '#contract/rules/media.ts'
import { errorProps } from '#web/kit/media/error-props.ts'
import { workRatio } from '#web/kit/media/work-ratio.ts'
import { formatBytes } from '#web/kit/uploads/format-bytes.ts'
import { t } from '#web/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyCode } from '#web/ui/lazy-code.ts'
import { GifStage } from './gif-stage.tsx'
import { HtmlFrame } from './html-frame.tsx'
import css from './player.module.css'
import { SaveLink } from './save-link.tsx'
import stage from './work-stage.module.css'

const ModelStage = lazyCode(async () => (await import('./model-stage.tsx')).ModelStage)
const PdfStage = lazyCode(async () => (await import('./pdf-stage.tsx')).PdfStage)

interface PlayerProps {
  media: Media
  title: string
  /** The picture of the work; null if it has none. */
  poster: Media | null
  /** The poster as an element, shown before playback and above audio. */
  still: ReactNode
  /** True if the file is so large that it loads only after a click. */
  isLarge: boolean
  /** Renders content in the display area of the work. */
  wall: (content: ReactNode) => ReactNode
  /** Message shown instead of a file that cannot be loaded. */
  trouble: ReactNode
}

/**
 * Plays a file that is not a picture. A file that cannot be played is offered as a download, or with the reason why it
 * is missing.
 */
export function Player(props: PlayerProps) {
  const [isUnplayable, setUnplayable] = useState(false)
  const { kind } = props.media
  if (!isUnplayable && kind !== 'other')
    return <Playable {...props} onUnplayable={() => setUnplayable(true)} />
  if (kind === 'image') return props.wall(props.trouble)
  if (isUnplayable)
    return (
      <>
        {props.wall(props.still)}
        <div className={stage.controls}>{props.trouble}</div>
      </>
    )
  return (
    <>
      {props.wall(props.still)}
      <div className={stage.controls}>
        <p className={css.note}>{t('This type of file cannot be shown here. You can download it.')}</p>
        <SaveLink media={props.media} />
      </div>
    </>
  )
}

interface PlayableProps extends PlayerProps {
  onUnplayable: () => void
}

/** Programs, models, documents and large files load only after a click. */
function Playable({ media, title, poster, still, isLarge, wall, onUnplayable }: PlayableProps) {
  const { kind, src } = media
  const [isOn, setOn] = useState(false)
  if (kind === 'video' && !isLarge)
    return wall(
      <video
        className={stage.video}
        src={src}
        poster={pictureSources(poster ?? media, 1200)?.src}
        controls
        loop
        muted
        playsInline
        preload="metadata"
        aria-label={title}
        {...errorProps(onUnplayable)}
      />,
    )
  if (kind === 'image' && !isLarge)
    return wall(<GifStage src={src} title={title} ratio={workRatio(media)} onBroken={onUnplayable} />)
  const waits = kind !== 'audio' || isLarge
  const isPlaying = isOn || !waits
  const Icon = isOn ? Square : Play
  return (
    <>
      {wall(
        isPlaying && kind !== 'audio' ? (
          <div className={css.content}>
            <Suspense fallback={still}>
              <Playing media={media} title={title} onUnplayable={onUnplayable} />
            </Suspense>
          </div>
        ) : (
          still
        ),
      )}
      <div className={stage.controls}>
        {isPlaying && kind === 'audio' && (
          <audio
            className={css.sound}
            src={src}
            controls
            autoPlay={isOn}
            preload="metadata"
            aria-label={title}
            {...errorProps(onUnplayable)}
          >
            <track kind="captions" />
          </audio>
        )}
        <div className={css.bar}>
          {waits && (
            <Button look={isOn ? 'outline' : 'primary'} onClick={() => setOn(!isOn)}>
              <Icon size={16} aria-hidden="true" />
              {isOn ? t('Stop') : startWords(media)}
            </Button>
          )}
          <SaveLink media={media} />
        </div>
        {kind === 'html' && !isOn && (
          <p className={css.note}>{t('It runs in a sandboxed frame and can access only its own files.')}</p>
        )}
      </div>
    </>
  )
}

const starts: Partial<Record<Media['kind'], string>> = {
  model: t('Show in 3D'),
  html: t('Start the work'),
  pdf: t('Open the document'),
}

function startWords({ kind, bytes }: Media): string {
  const action = starts[kind] ?? t('Play')
  return bytes == null ? action : t('{action} ({size})', { action, size: formatBytes(bytes) })
}

interface PlayingProps {
  media: Media
  title: string
  onUnplayable: () => void
}

function Playing({ media: { kind, src, ...media }, title, onUnplayable }: PlayingProps) {
  switch (kind) {
    case 'model':
      return <ModelStage src={src} title={title} />
    case 'html':
      return <HtmlFrame src={src} title={title} />
    case 'pdf':
      return <PdfStage src={src} title={title} />
    case 'video':
      return (
        <video
          className={css.film}
          src={src}
          controls
          loop
          muted
          autoPlay
          playsInline
          aria-label={title}
          {...errorProps(onUnplayable)}
        />
      )
    default:
      return (
        <GifStage
          src={src}
          title={title}
          ratio={workRatio({ kind, src, ...media })}
          onBroken={onUnplayable}
        />
      )
  }
}
