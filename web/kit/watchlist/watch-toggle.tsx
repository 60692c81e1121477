import { Heart } from 'lucide-react'
import { t } from '#web/messages.ts'
import iconButton from '#web/ui/icon-button.module.css'
import type { WatchButtonProps } from './watch-button.tsx'
import css from './watch-toggle.module.css'
import { useWatched } from './watchlist.ts'

export function WatchToggle({ kind, id, name, price, small = false }: WatchButtonProps) {
  const { watched, isKnown, change } = useWatched({ kind, id })
  const label = watched
    ? t('Remove {name} from the watchlist', { name })
    : t('Add {name} to the watchlist', { name })
  return (
    <button
      type="button"
      className={`${iconButton.button} ${css.toggle}`}
      aria-pressed={watched}
      aria-disabled={!isKnown || undefined}
      aria-label={label}
      title={label}
      onClick={() => change(price)}
    >
      <Heart size={small ? 16 : 18} aria-hidden="true" />
    </button>
  )
}
