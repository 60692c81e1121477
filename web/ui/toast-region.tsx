import { X } from 'lucide-react'
import { useEffect } from 'react'
import { t } from '#web/messages.ts'
import { IconButton } from './icon-button.tsx'
import css from './toast-region.module.css'
import { dismissToast, type Toast, useToasts } from './toasts.ts'

const shownMs = 8000

/** Toasts in a corner, announced politely to screen readers, each for a few seconds. */
export function ToastRegion() {
  const toasts = useToasts()
  return (
    <section aria-label={t('Notifications')} aria-live="polite" className={css.region}>
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  )
}

function ToastCard({ toast }: { toast: Toast }) {
  const { id, title, text, tone, action, stays = false } = toast
  useEffect(() => {
    if (stays) return
    const timer = setTimeout(() => dismissToast(id), shownMs)
    return () => clearTimeout(timer)
  }, [id, stays])
  return (
    <div className={css.toast} data-tone={tone}>
      <div className={css.words}>
        <p className={css.title}>{title}</p>
        {text !== undefined && <p className={css.text}>{text}</p>}
        {action !== undefined && (
          <button
            type="button"
            className={css.action}
            onClick={() => {
              dismissToast(id)
              action.run()
            }}
          >
            {action.label}
          </button>
        )}
      </div>
      <IconButton label={t('Dismiss')} onClick={() => dismissToast(id)}>
        <X size={16} />
      </IconButton>
    </div>
  )
}
