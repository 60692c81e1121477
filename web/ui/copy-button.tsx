import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { t } from '#web/messages.ts'
import css from './copy-button.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

const confirmedMs = 3000

/** Copies a text and shows a confirmation for 3 seconds. */
export function CopyButton({ text, subject }: { text: string; subject: string }) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), confirmedMs)
    return () => clearTimeout(timer)
  }, [isCopied])
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
      aria-label={t('Copy {what}', { what: subject })}
      title={t('Copy {what}', { what: subject })}
    >
      {isCopied ? <Check size={14} aria-hidden="true" /> : <Copy size={14} aria-hidden="true" />}
      <span role="status">{isCopied && <VisuallyHidden>{t('Copied')}</VisuallyHidden>}</span>
    </button>
  )
}
