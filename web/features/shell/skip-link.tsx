import { m } from '#web/messages.ts'
import css from './skip-link.module.css'

export function SkipLink() {
  return (
    <a href="#main" className={css.link}>
      {m.shell_skip_link_skip_to_the_content}
    </a>
  )
}
