import { Link } from '@tanstack/react-router'
import { rich, slot } from '#web/messages.ts'
import css from './about-opx.module.css'

/** What this is, in one sentence, for those who come for the first time. */
export function AboutOpx() {
  return (
    <p className={css.about}>
      {rich.market_about_opx_opx_marketplace_digital_art({
        link: (
          <Link to="/help" className={css.link}>
            {slot}
          </Link>
        ),
      })}
    </p>
  )
}
