import { FileText, Maximize2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Media } from '#contract/schemas/media.ts'
import { firstPicture, sizedImage } from '#contract/rules/media.ts'
import type { Nft } from '#contract/schemas/nfts.ts'
import { t } from '#web/messages.ts'
import { WorkPicture } from '#web/kit/media/work-picture.tsx'
import { workRatio } from '#web/kit/media/work-ratio.ts'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { nftTitle } from '#web/kit/nfts/nft-title.ts'
import { lazyCode } from '#web/ui/lazy-code.ts'
import css from './work-stage.module.css'

const load = async () => (await import('./lightbox.tsx')).Lightbox
const Lightbox = lazyCode(load)
const GifStage = lazyCode(async () => (await import('./gif-stage.tsx')).GifStage)
const { sizes, largest } = firstPicture.stage

interface WorkStageProps {
  nft: Pick<Nft, 'metadata'> & { nftokenID: string | null }
  /** Hidden until it is drawn and paid for. */
  sealed?: boolean
}

/** The work (picture, animation or video) with a zoom button and its attachments. */
export function WorkStage({ nft, sealed = false }: WorkStageProps) {
  const [opened, setOpened] = useState(false)
  const [open, setOpen] = useState(false)
  const image = nft.metadata?.imageFile ?? null
  const animation = nft.metadata?.animationFile ?? null
  const mainMedia = animation?.kind === 'image' || animation?.kind === 'video' ? animation : image
  const files = [animation, nft.metadata?.attachment ?? null, image].filter(
    (media) => media !== null && media !== mainMedia && media.kind !== 'image',
  )
  const title = nftTitle(nft)
  const frame: Record<`--${string}`, number> = { '--ratio': workRatio(mainMedia) }
  const show = () => {
    setOpened(true)
    setOpen(true)
  }
  return (
    <>
      <div className={css.wall}>
        <div className={css.framed} style={frame}>
          <Shown media={mainMedia} poster={image} title={title} sealed={sealed} />
        </div>
      </div>
      <div className={css.tools}>
        <ul className={css.files}>
          {files.map((media) => media !== null && <Attached key={media.src} media={media} />)}
        </ul>
        {mainMedia?.kind === 'image' && (
          <span onPointerEnter={() => void load()}>
            <IconButton label={t('See it closer')} onClick={show}>
              <Maximize2 size={18} aria-hidden="true" />
            </IconButton>
          </span>
        )}
      </div>
      <Suspense fallback={null}>
        {opened && mainMedia !== null && (
          <Lightbox open={open} onClose={() => setOpen(false)} media={mainMedia} title={title} />
        )}
      </Suspense>
    </>
  )
}

interface ShownProps {
  media: Media | null
  poster: Media | null
  title: string
  sealed: boolean
}

function Shown({ media, poster, title, sealed }: ShownProps) {
  if (media?.kind === 'video')
    return (
      <video
        className={css.video}
        src={media.src}
        poster={poster?.kind === 'image' ? sizedImage(poster.src, { w: 1200 }) : undefined}
        controls
        loop
        muted
        playsInline
        preload="metadata"
        aria-label={title}
      />
    )
  const picture = (
    <WorkPicture
      media={media}
      alt={title}
      sizes={sizes}
      ratio={workRatio(media)}
      fit="contain"
      eager
      largest={largest}
      sealed={sealed && media === null}
    />
  )
  if (media?.kind !== 'image' || media.contentType !== 'image/gif') return picture
  return (
    <Suspense fallback={picture}>
      <GifStage src={media.src} title={title} ratio={workRatio(media)} />
    </Suspense>
  )
}

const kindNames: Record<Media['kind'], string> = {
  pdf: 'PDF',
  video: t('Video'),
  image: t('Picture'),
  audio: t('Sound'),
  model: t('3D model'),
  html: t('Interactive work'),
  other: t('File'),
}

function Attached({ media }: { media: Media }) {
  return (
    <li className={css.file}>
      <FileText size={16} aria-hidden="true" />
      <ExternalLink href={media.src}>
        {t('{kind} attached to this NFT', { kind: kindNames[media.kind] })}
      </ExternalLink>
    </li>
  )
}
