import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { shortenAddress } from '#contract/rules/accounts.ts'
import { t } from '#web/messages.ts'
import { usePerson } from '#web/api/people.ts'
import { Avatar } from '#web/kit/accounts/avatar.tsx'
import { NftCard } from '#web/kit/nfts/nft-card.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import css from './curated-room.module.css'
import { roomQuery } from './queries.ts'

/**
 * An artist chosen by the operator: portrait, two sentences and three works. Renders nothing if no artist is chosen.
 */
export function CuratedRoom() {
  const { data } = useQuery(roomQuery)
  const person = usePerson(data?.artist ?? '')
  if (data === undefined || data === null) return null
  const { artist, text, works } = data
  const name = person?.name ?? shortenAddress(artist)
  return (
    <section className={css.room} aria-labelledby="curated-room">
      <div className={css.words}>
        <p className={css.kind}>{t('The room')}</p>
        <h2 id="curated-room" className={css.name}>
          <Avatar account={artist} size={64} />
          <bdi>{name}</bdi>
        </h2>
        <p className={css.text}>{text}</p>
        <Link to="/account/$account/profile" params={{ account: artist }} className={buttonClass('outline')}>
          {t('See all works of {name}', { name })}
        </Link>
      </div>
      <ul className={css.works}>
        {works.map((nft) => (
          <li key={nft._id}>
            <NftCard nft={nft} />
          </li>
        ))}
      </ul>
    </section>
  )
}
