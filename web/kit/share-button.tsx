import { Share2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { t } from '#web/messages.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { lazyCode } from '#web/ui/lazy-code.ts'
import { openShareSheet } from './share-link.ts'

const load = async () => (await import('./share-menu.tsx')).ShareMenu
const ShareMenu = lazyCode(load)

export interface ShareButtonProps {
  /** URL of an Atom feed. */
  feed?: string
  /** Id of a work that other sites can embed in a frame. */
  embed?: string
}

/** Opens the share sheet on phones; elsewhere, a menu to copy the link or post it. */
export function ShareButton({ feed, embed }: ShareButtonProps) {
  const [isMenuOpen, setMenuOpen] = useState(false)
  const sheet = 'share' in navigator && matchMedia('(max-width: 768px), (pointer: coarse)').matches
  const preload = () => void (sheet || load())
  const button = (
    <IconButton
      label={t('Share')}
      onClick={() => (sheet ? void openShareSheet() : setMenuOpen(true))}
      onPointerDown={preload}
      onFocus={preload}
    >
      <Share2 size={18} aria-hidden="true" />
    </IconButton>
  )
  if (!isMenuOpen || sheet) return button
  return (
    <Suspense fallback={button}>
      <ShareMenu feed={feed} embed={embed} />
    </Suspense>
  )
}
