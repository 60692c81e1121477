import type { ReactNode, Ref } from 'react'
import { t } from '#web/messages.ts'
import css from './minting.module.css'

interface FormProblemsProps {
  /** Receives the focus when the form is submitted with errors. */
  place: Ref<HTMLDivElement>
  /** True if the form was submitted. */
  isSubmitted: boolean
  /** True if files are being uploaded. */
  isWaiting: boolean
  errors: { field: string; message: string }[]
  /** Additional problems. */
  children?: ReactNode
}

/** A summary of everything that prevents submitting a form. */
export function FormProblems({ place, isSubmitted, isWaiting, errors, children }: FormProblemsProps) {
  return (
    <div ref={place} role="alert" tabIndex={-1}>
      {isSubmitted && isWaiting && (
        <p className={css.error}>{t('Your files are still being uploaded. Try again in a moment.')}</p>
      )}
      {isSubmitted && errors.length > 0 && (
        <ul className={css.summary}>
          {errors.map(({ field, message }) => (
            <li key={field}>{message}</li>
          ))}
        </ul>
      )}
      {children}
    </div>
  )
}
