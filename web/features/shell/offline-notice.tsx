import { useSyncExternalStore } from 'react'
import css from './offline-notice.module.css'

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

export function OfflineNotice() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <div role="status" className={css.place}>
      {!online && (
        <p className={css.notice}>
          You are offline. What you see may be out of date; nothing you signed is lost.
        </p>
      )}
    </div>
  )
}
