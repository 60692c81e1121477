import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { rich, slot } from '#web/messages.ts'
import { accountCollectionsQuery } from '#web/kit/accounts/queries.ts'
import css from './minting.module.css'

/** Tells an artist without a collection that mints on demand how to sell many works without minting them first. */
export function DemandNote({ account }: { account: string }) {
  const { data } = useQuery(accountCollectionsQuery(account))
  if (data === undefined || data.some(({ onDemandMint }) => onDemandMint)) return null
  return (
    <p className={css.quiet}>
      {rich(
        'Without a collection that mints on demand, you mint the works yourself and sign for them. <link>Create such a collection</link> to sell works without signing: each one is minted when someone buys it.',
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
}
