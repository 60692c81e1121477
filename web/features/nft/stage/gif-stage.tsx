import { Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '#web/messages.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import css from './work-stage.module.css'

interface GifStageProps {
  src: string
  title: string
  ratio: number
  /** Called if the file is missing or damaged. */
  onBroken: () => void
}

/** An animated picture that can be paused. Initially paused for visitors who prefer reduced motion. */
export function GifStage({ src, title, ratio, onBroken }: GifStageProps) {
  const image = useRef<HTMLImageElement>(null)
  const still = useRef<HTMLCanvasElement>(null)
  const [isLoaded, setLoaded] = useState(false)
  const [isPaused, setPaused] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches)
  useEffect(() => {
    const [from, to] = [image.current, still.current]
    if (!isPaused || !isLoaded || from === null || to === null) return
    to.width = from.naturalWidth
    to.height = from.naturalHeight
    to.getContext('2d')?.drawImage(from, 0, 0)
  }, [isPaused, isLoaded])
  return (
    <div className={css.gif} style={{ aspectRatio: String(ratio) }} data-paused={isPaused}>
      <img ref={image} src={src} alt={title} onLoad={() => setLoaded(true)} onError={onBroken} />
      <canvas ref={still} aria-hidden="true" />
      <span className={css.pause}>
        <IconButton
          label={isPaused ? t('Play') : t('Pause', { context: 'animation' })}
          onClick={() => setPaused(!isPaused)}
        >
          {isPaused ? <Play size={16} aria-hidden="true" /> : <Pause size={16} aria-hidden="true" />}
        </IconButton>
      </span>
    </div>
  )
}
