import { Link } from '@tanstack/react-router'
import { rich, slot } from '#web/messages.ts'
import css from '#web/features/create/minting.module.css'

/** Tells artists how to sell many works without minting them first. */
export const DemandNote = () => (
  <p className={css.quiet}>
    {rich(
      'Here you mint works yourself and sign for them. In a <link>collection that mints on demand</link>, you sell works without signing: each one is minted when someone buys it.',
      {
        link: (
          <Link to="/create/collection" search={{ onDemand: 'true' }}>
            {slot}
          </Link>
        ),
      },
    )}
  </p>
)
