import { Suspense } from 'react'
import iconButton from '#web/ui/icon-button.module.css'
import { lazyPart } from '#web/ui/lazy-part.ts'
import type { ShareButtonProps } from './share-button.tsx'
import type { WatchButtonProps } from './watchlist/watch-button.tsx'

const PageToolButtons = lazyPart(async () => (await import('./page-tool-buttons.tsx')).PageToolButtons)

export interface PageToolsProps {
  /** The item that the heart adds to the watchlist; null hides the heart. */
  watch: WatchButtonProps | null
  share: ShareButtonProps
}

/** The heart and share buttons beside a page's title. Their code loads after the first screen. */
export function PageTools(props: PageToolsProps) {
  return (
    <Suspense
      fallback={
        <>
          {props.watch !== null && <span className={iconButton.button} />}
          <span className={iconButton.button} />
        </>
      }
    >
      <PageToolButtons {...props} />
    </Suspense>
  )
}
