import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { MarketEvent } from '#contract/schemas/events.ts'
import { t } from '#web/messages.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { useStore } from '#web/ui/store.ts'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { liveNews } from './live-news.ts'
import { type LiveState, liveState } from './live-state.ts'
import css from './live-sign.module.css'

const titles: Record<Exclude<LiveState, 'connecting'>, string> = {
  live: t('Live: this page updates as the ledger does.'),
  delayed: t('Delayed: this page checks for updates every few seconds.'),
  offline: t('Offline: this page may be out of date.'),
}

/** Minimum interval between announcements to screen readers. */
const quietMs = 5000

/** Returns the latest news in one sentence, at intervals. Events in between are included in the next sentence. */
function useNews(): string {
  const { tokens } = useSettings()
  const [text, setText] = useState('')
  useEffect(() => {
    let waitingEvents: MarketEvent[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const tell = () => {
      timer = undefined
      if (waitingEvents.length === 0) return
      const batch = waitingEvents
      waitingEvents = []
      timer = setTimeout(tell, quietMs)
      void import('./event-sentence.ts').then(({ newsOf }) => setText(newsOf(batch, tokens)))
    }
    const stop = liveNews.subscribe(() => {
      waitingEvents = [...waitingEvents, ...liveNews.get()]
      if (timer === undefined) tell()
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [tokens])
  return text
}

/** Shows whether the open page gets live events, polls, or is offline; announces changes to screen readers. */
export function LiveSign() {
  const state = useStore(liveState)
  const news = useNews()
  if (state === 'connecting') return null
  const title = titles[state]
  return (
    <>
      <p className={css.line}>
        <span className={css.sign} data-state={state} aria-hidden="true" />
        {title}
      </p>
      {/* Rendered outside the footer: an open dialog hides the elements around it, except those that contain a live region. */}
      {createPortal(
        <div role="status" aria-live="polite">
          <VisuallyHidden>{news}</VisuallyHidden>
        </div>,
        document.body,
      )}
    </>
  )
}
