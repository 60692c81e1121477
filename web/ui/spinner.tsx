import css from './spinner.module.css'

/** Appears only after 400 ms (by its own animation), so that fast operations show none. */
export function Spinner() {
  return <span aria-hidden="true" className={css.spinner} />
}
