import css from './spinner.module.css'

/** Appears after 400 ms (by its CSS animation), so that fast operations show none. */
export function Spinner() {
  return <span aria-hidden="true" className={css.spinner} />
}
