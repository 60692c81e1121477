import { Dialog } from '@base-ui/react/dialog'
import Panzoom, { type PanzoomObject } from '@panzoom/panzoom'
import { Expand, Minus, Plus, RotateCcw, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Media } from '#contract/schemas/media.ts'
import { t } from '#web/messages.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import iconButton from '#web/ui/icon-button.module.css'
import css from './lightbox.module.css'

const maxScale = 8
/** Distance in pixels that an arrow key moves the picture. */
const panStep = 80

interface LightboxProps {
  open: boolean
  onClose: () => void
  media: Media
  title: string
}

/**
 * The work in full screen. Wheel, pinch, double click, buttons and keys zoom the picture; dragging and arrow keys move
 * it.
 */
export function Lightbox({ open, onClose, media, title }: LightboxProps) {
  const popup = useRef<HTMLDivElement>(null)
  const [zoom, setZoom] = useState<PanzoomObject | null>(null)
  const [scale, setScale] = useState(1)
  const keys: Record<string, () => unknown> = {
    '+': () => zoom?.zoomIn(),
    '=': () => zoom?.zoomIn(),
    '-': () => zoom?.zoomOut(),
    '0': () => zoom?.reset(),
    ArrowLeft: () => zoom?.pan(panStep, 0, { relative: true }),
    ArrowRight: () => zoom?.pan(-panStep, 0, { relative: true }),
    ArrowUp: () => zoom?.pan(0, panStep, { relative: true }),
    ArrowDown: () => zoom?.pan(0, -panStep, { relative: true }),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const act = keys[event.key]
    if (act === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    act()
  }
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Popup ref={popup} className={css.popup} onKeyDown={onKeyDown}>
          <Dialog.Title className={css.title}>{title}</Dialog.Title>
          <div className={css.tools}>
            <output className={css.scale} aria-label={t('Zoom')}>
              {t('{number} %', { number: Math.round(scale * 100) })}
            </output>
            <IconButton label={t('Zoom out')} disabled={scale <= 1} onClick={() => zoom?.zoomOut()}>
              <Minus size={18} aria-hidden="true" />
            </IconButton>
            <IconButton label={t('Zoom in')} disabled={scale >= maxScale} onClick={() => zoom?.zoomIn()}>
              <Plus size={18} aria-hidden="true" />
            </IconButton>
            <IconButton label={t('Fit to screen')} disabled={scale === 1} onClick={() => zoom?.reset()}>
              <RotateCcw size={18} aria-hidden="true" />
            </IconButton>
            {document.fullscreenEnabled && (
              <IconButton label={t('Full screen')} onClick={() => toggleFullScreen(popup.current)}>
                <Expand size={18} aria-hidden="true" />
              </IconButton>
            )}
            <Dialog.Close className={iconButton.button} aria-label={t('Close')} title={t('Close')}>
              <X size={18} aria-hidden="true" />
            </Dialog.Close>
          </div>
          <Room media={media} title={title} onReady={setZoom} onScale={setScale} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface RoomProps {
  media: Media
  title: string
  onReady: (zoom: PanzoomObject | null) => void
  onScale: (scale: number) => void
}

/** The picture with its zoom controls. */
function Room({ media, title, onReady, onScale }: RoomProps) {
  const room = useRef<HTMLElement>(null)
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    if (room.current === null || image.current === null) return
    const [within, work] = [room.current, image.current]
    const prefersStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    const panzoom = Panzoom(work, {
      canvas: true,
      maxScale,
      minScale: 1,
      step: 0.4,
      panOnlyWhenZoomed: true,
      animate: !prefersStill,
    })
    onReady(panzoom)
    const zoomByWheel = (event: WheelEvent) => void panzoom.zoomWithWheel(event, { animate: false })
    const toggleZoom = (event: MouseEvent) => {
      if (panzoom.getScale() > 1) panzoom.reset()
      else panzoom.zoomToPoint(2.5, event)
    }
    const onChange = () => onScale(panzoom.getScale())
    within.addEventListener('wheel', zoomByWheel, { passive: false })
    within.addEventListener('dblclick', toggleZoom)
    work.addEventListener('panzoomchange', onChange)
    return () => {
      within.removeEventListener('wheel', zoomByWheel)
      within.removeEventListener('dblclick', toggleZoom)
      work.removeEventListener('panzoomchange', onChange)
      panzoom.destroy()
      onReady(null)
      onScale(1)
    }
  }, [onReady, onScale])
  return (
    <section ref={room} className={css.room} aria-label={t('{title}, enlarged', { title })}>
      <img ref={image} src={media.src} alt={title} className={css.image} draggable={false} />
    </section>
  )
}

function toggleFullScreen(element: HTMLElement | null): void {
  if (document.fullscreenElement === null) void element?.requestFullscreen()
  else void document.exitFullscreen()
}
