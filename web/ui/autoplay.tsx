import { Pause, Play } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from './icon-button.tsx'

const reducedMotion = '(prefers-reduced-motion: reduce)'

export const prefersReducedMotion = (): boolean => matchMedia(reducedMotion).matches

/**
 * Returns the autoplay state of a carousel. Autoplay is initially off under reduced motion. It pauses while the tab is
 * hidden and on hover or focus (spread `pauseProps` on the carousel's element).
 */
export function useAutoplay(isEnabled: boolean) {
  const [isStopped, setStopped] = useState(prefersReducedMotion)
  const [isHovered, setHovered] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const [isHidden, setHidden] = useState(document.hidden)
  useEffect(() => {
    const listen = () => setHidden(document.hidden)
    document.addEventListener('visibilitychange', listen)
    return () => document.removeEventListener('visibilitychange', listen)
  }, [])
  return {
    isStopped,
    isRunning: isEnabled && !isStopped && !isHovered && !isFocused && !isHidden,
    toggle: () => setStopped((current) => !current),
    pauseProps: {
      onPointerEnter: () => setHovered(true),
      onPointerLeave: () => setHovered(false),
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
    },
  }
}

interface AutoplayButtonProps {
  autoplay: Pick<ReturnType<typeof useAutoplay>, 'isStopped' | 'toggle'>
  /** Labels of the button in its two states. */
  play: string
  pause: string
  /** Icon size in pixels. */
  size?: number
}

export function AutoplayButton({ autoplay, play, pause, size = 18 }: AutoplayButtonProps) {
  const { isStopped, toggle } = autoplay
  return (
    <IconButton label={isStopped ? play : pause} onClick={toggle}>
      {isStopped ? <Play size={size} aria-hidden="true" /> : <Pause size={size} aria-hidden="true" />}
    </IconButton>
  )
}
