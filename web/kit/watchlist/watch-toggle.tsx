import { Heart } from 'lucide-react'
import { m } from '#web/messages.ts'
import iconButton from '#web/ui/icon-button.module.css'
import type { WatchButtonProps } from './watch-button.tsx'
import css from './watch-toggle.module.css'
import { useWatched } from './watchlist.ts'

export function WatchToggle({ kind, id, name, price, small = false }: WatchButtonProps) {
  const { watched, known, change } = useWatched({ kind, id })
  const label = watched
    ? m.kit_watch_toggle_remove_from_the_watchlist({ name })
    : m.kit_watch_toggle_add_to_the_watchlist({ name })
  return (
    <button
      type="button"
      className={`${iconButton.button} ${css.toggle}`}
      aria-pressed={watched}
      aria-disabled={!known || undefined}
      aria-label={label}
      title={label}
      onClick={() => change(price)}
    >
      <Heart size={small ? 16 : 18} aria-hidden="true" />
    </button>
  )
}
