import css from './programs.module.css'

interface ExampleProps {
  title: string
  /** Source text, which is the same in every language. */
  code: string
}

/** An example for programmers, shown while the list beside the form is empty. */
export function Example({ title, code }: ExampleProps) {
  return (
    <figure className={css.example}>
      <figcaption className={css.note}>{title}</figcaption>
      <pre translate="no">
        <code>{code}</code>
      </pre>
    </figure>
  )
}
