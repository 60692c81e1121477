import { Maximize2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Media } from '#contract/schemas/media.ts'
import { t } from '#web/messages.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { lazyCode } from '#web/ui/lazy-code.ts'
import css from './work-stage.module.css'

const load = async () => (await import('./lightbox.tsx')).Lightbox
const Lightbox = lazyCode(load)

/** The button that enlarges a picture to fill the window. */
export function CloserButton({ media, title }: { media: Media; title: string }) {
  const [isLoaded, setWanted] = useState(false)
  const [open, setOpen] = useState(false)
  const show = () => {
    setWanted(true)
    setOpen(true)
  }
  return (
    <>
      <span className={css.closer} onPointerEnter={() => void load()}>
        <IconButton label={t('See it closer')} onClick={show}>
          <Maximize2 size={18} aria-hidden="true" />
        </IconButton>
      </span>
      <Suspense fallback={null}>
        {isLoaded && <Lightbox open={open} onClose={() => setOpen(false)} media={media} title={title} />}
      </Suspense>
    </>
  )
}
