import type { Ref } from 'react'
import css from './collection-form.module.css'

/** Everything that is still missing, in one place; takes the focus when a form was sent too early. */
export function ErrorSummary({ errors, place }: { errors: string[]; place: Ref<HTMLDivElement> }) {
  return (
    <div ref={place} tabIndex={-1} role="alert" className={css.summary}>
      {errors.length > 0 && (
        <>
          <p>{errors.length === 1 ? 'One thing to put right:' : `${errors.length} things to put right:`}</p>
          <ul>
            {errors.map((error) => (
              <li key={error}>{error}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
