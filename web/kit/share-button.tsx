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

/** Opens the device's share sheet on phones, and elsewhere a menu with the link and posts. */
export function ShareButton({ feed, embed }: ShareButtonProps) {
  const [isLoaded, setWanted] = useState(false)
  const sheet = 'share' in navigator && matchMedia('(max-width: 768px), (pointer: coarse)').matches
  const preload = () => void (sheet || load())
  const button = (
    <IconButton
      label={t('Share')}
      onClick={() => (sheet ? void openShareSheet() : setWanted(true))}
      onPointerDown={preload}
      onFocus={preload}
    >
      <Share2 size={18} aria-hidden="true" />
    </IconButton>
  )
  if (!isLoaded || sheet) return button
  return (
    <Suspense fallback={button}>
      <ShareMenu feed={feed} embed={embed} />
    </Suspense>
  )
}
