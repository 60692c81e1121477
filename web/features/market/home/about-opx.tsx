import { Link } from '@tanstack/react-router'
import { rich, slot } from '#web/messages.ts'
import css from './about-opx.module.css'

/** One sentence about OPX for first-time visitors. */
export function AboutOpx() {
  return (
    <p className={css.about}>
      {rich(
        'OPX is a marketplace for digital art on the XRP Ledger: you buy and sell with your own wallet, and every sale pays its artist. <link>How it works</link>',
        {
          link: (
            <Link to="/help" className={css.link}>
              {slot}
            </Link>
          ),
        },
      )}
    </p>
  )
}
