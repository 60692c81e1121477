import type { PageToolsProps } from './page-tools.tsx'
import { ShareButton } from './share-button.tsx'
import { WatchToggle } from './watchlist/watch-toggle.tsx'

export function PageToolButtons({ watch, share }: PageToolsProps) {
  return (
    <>
      {watch !== null && <WatchToggle {...watch} />}
      <ShareButton {...share} />
    </>
  )
}
