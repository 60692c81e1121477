import { Dialog } from '@base-ui/react/dialog'
import { Expand, Minus, Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Media } from '#worker/contract/media-schemas.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import iconButton from '#web/ui/icon-button.module.css'
import css from './lightbox.module.css'

const steps = [1, 1.75, 3] as const

interface LightboxProps {
  open: boolean
  onClose: () => void
  media: Media
  title: string
}

/** The work in full screen with three zoom steps. Scroll to pan. */
export function Lightbox({ open, onClose, media, title }: LightboxProps) {
  const [step, setStep] = useState(0)
  const popup = useRef<HTMLDivElement>(null)
  const scale = steps[step] ?? 1
  const nearer = () => setStep((current) => (current + 1) % steps.length)
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Popup ref={popup} className={css.popup}>
          <Dialog.Title className={css.title}>{title}</Dialog.Title>
          <div className={css.tools}>
            <IconButton label="Further away" disabled={step === 0} onClick={() => setStep(step - 1)}>
              <Minus size={18} aria-hidden="true" />
            </IconButton>
            <IconButton label="Nearer" disabled={step === steps.length - 1} onClick={nearer}>
              <Plus size={18} aria-hidden="true" />
            </IconButton>
            {document.fullscreenEnabled && (
              <IconButton label="Full screen" onClick={() => toggleFullScreen(popup.current)}>
                <Expand size={18} aria-hidden="true" />
              </IconButton>
            )}
            <Dialog.Close className={iconButton.button} aria-label="Close" title="Close">
              <X size={18} aria-hidden="true" />
            </Dialog.Close>
          </div>
          <section className={css.room} aria-label={`${title}, enlarged`}>
            <button type="button" className={css.work} onClick={nearer} aria-label="Change the nearness">
              <img
                src={media.src}
                alt={title}
                className={css.image}
                style={{ inlineSize: `${scale * 100}cqi`, blockSize: `${scale * 100}cqb` }}
              />
            </button>
          </section>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function toggleFullScreen(element: HTMLElement | null): void {
  if (document.fullscreenElement === null) void element?.requestFullscreen()
  else void document.exitFullscreen()
}
