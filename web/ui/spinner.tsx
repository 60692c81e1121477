import css from './spinner.module.css'

/** Appears only after 400 ms (by its own animation), so that quick things stay quiet. */
export function Spinner() {
  return <span aria-hidden="true" className={css.spinner} />
}
