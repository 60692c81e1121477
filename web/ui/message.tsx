import type { ReactNode } from 'react'
import css from './message.module.css'

interface MessageProps {
  title: string
  /** Next action, for example a button. */
  children?: ReactNode | undefined
  action?: ReactNode
  tone?: 'empty' | 'error'
}

/** Shown instead of content that is empty or could not be loaded. */
export function Message({ title, children, action, tone = 'empty' }: MessageProps) {
  return (
    <div className={css.message} role={tone === 'error' ? 'alert' : undefined}>
      <p className={css.title}>{title}</p>
      {children !== undefined && <div className={css.text}>{children}</div>}
      {action !== undefined && <div className={css.action}>{action}</div>}
    </div>
  )
}
