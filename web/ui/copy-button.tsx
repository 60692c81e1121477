import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { t } from '#web/messages.ts'
import css from './copy-button.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

const confirmedMs = 3000

/** Copies a text and shows a confirmation for 3 seconds. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), confirmedMs)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  }
  return (
    <button
      type="button"
      className={css.button}
      onClick={copy}
      aria-label={t('Copy {what}', { what })}
      title={t('Copy {what}', { what })}
    >
      {copied ? <Check size={14} aria-hidden="true" /> : <Copy size={14} aria-hidden="true" />}
      <span role="status">{copied && <VisuallyHidden>{t('Copied')}</VisuallyHidden>}</span>
    </button>
  )
}
