import { Link } from '@tanstack/react-router'
import type { Swap, SwapNft } from '#contract/schemas/swaps.ts'
import { t, rich } from '#web/messages.ts'
import { Address } from '#web/kit/accounts/address.tsx'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { WorkPicture } from '#web/kit/media/work-picture.tsx'
import css from './swap.module.css'
import { isOpen } from './queries.ts'
import { sideOf } from './swap-words.ts'
import { Worth, worthRule } from './worth.tsx'

interface SideProps {
  swap: Swap
  viewer: string | null
  side: 'proposer' | 'partner'
}

/** Everything that one account gives in the swap. */
function Side({ swap, viewer, side }: SideProps) {
  const account = swap[side]
  const { works, addedDrops } = sideOf(swap, side)
  return (
    <section
      className={css.side}
      aria-label={account === viewer ? t('You give') : t('{account} gives', { account })}
    >
      <h2 className={css.giver}>
        {account === viewer ? (
          t('You give')
        ) : (
          <>{rich('{address} gives', { address: <Address account={account} /> })}</>
        )}
      </h2>
      <ul className={css.works}>
        {works.map((work) => (
          <li key={work.nftokenID} className={css.work}>
            <Work work={work} open={isOpen(swap)} />
          </li>
        ))}
        {addedDrops > 0n && (
          <li className={css.money}>
            <AmountText amount={addedDrops.toString()} />
          </li>
        )}
      </ul>
      <p className={css.worth}>
        {rich('Worth {value}', { value: <Worth works={works} addedDrops={addedDrops} /> })}
      </p>
    </section>
  )
}

function Work({ work, open }: { work: SwapNft; open: boolean }) {
  const { nftokenID, name, image, collectionName, priceDrops, royaltyDrops, held: isHeld } = work
  return (
    <>
      <span className={css.thumb}>
        <WorkPicture media={image} alt="" sizes="72px" ratio={1} />
      </span>
      <span className={css.words}>
        <Link to="/nft/$id" params={{ id: nftokenID }} className={css.name}>
          {name}
        </Link>
        <span className={css.quiet}>{collectionName ?? t('No collection')}</span>
        {priceDrops !== '0' && (
          <span className={css.quiet}>
            {royaltyDrops === '0'
              ? rich('For {amount}', { amount: <AmountText amount={priceDrops} /> })
              : rich('For {amount}, of which {royalty} goes to the creator as royalty', {
                  amount: <AmountText amount={priceDrops} />,
                  royalty: <AmountText amount={royaltyDrops} />,
                })}
          </span>
        )}
        {open && !isHeld && <span className={css.gone}>{t('No longer with this account')}</span>}
      </span>
    </>
  )
}

/** Works and XRP in both directions, with the viewer's own side first. */
export function SwapSides({ swap, viewer }: { swap: Swap; viewer: string | null }) {
  const first = viewer === swap.partner ? 'partner' : 'proposer'
  const second = first === 'partner' ? 'proposer' : 'partner'
  return (
    <div className={css.sides}>
      <Side swap={swap} viewer={viewer} side={first} />
      <Side swap={swap} viewer={viewer} side={second} />
      <p className={css.rule}>{worthRule()}</p>
    </div>
  )
}
