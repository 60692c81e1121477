import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { joinTrait } from '#contract/rules/list-addresses.ts'
import type { Nft } from '#contract/schemas/nfts.ts'
import { t, rich } from '#web/messages.ts'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { percentOf } from '#web/kit/amounts/percent.ts'
import { relatedWorksQuery } from '#web/kit/nfts/queries.ts'
import css from './details.module.css'

interface TraitsProps {
  nft: Pick<Nft, 'metadata' | '_id'> & Partial<Pick<Nft, 'traitCounts'>>
  /** The collection whose works each value links to; null for no links. */
  collectionId: string | null
}

/**
 * The traits of a work, each with the percentage of the collection's works that share it and the lowest price among
 * them.
 */
export function Traits({ nft, collectionId }: TraitsProps) {
  const attributes = nft.metadata?.attributes ?? []
  const counts = nft.traitCounts ?? []
  const relatedWorks = useQuery({ ...relatedWorksQuery(nft._id), enabled: counts.length > 0 })
  const hiddenCount = nft.metadata?.moreAttributes ?? 0
  if (attributes.length === 0) return <p className={css.quiet}>{t('This NFT has no traits.')}</p>
  return (
    <>
      <dl className={css.traits}>
        {attributes.map(({ trait_type: name, value }, index) => {
          const count = counts.find((traitCount) => traitCount.trait === name && traitCount.value === value)
          const floor = relatedWorks.data?.traitFloors.find(
            (traitFloor) => traitFloor.trait === name && traitFloor.value === value,
          )
          return (
            <div key={`${name}-${value}-${index}`} className={css.trait}>
              <dt>{name}</dt>
              <dd>
                {count === undefined || collectionId === null ? (
                  value
                ) : (
                  <Link
                    to="/collection/$id/items"
                    params={{ id: collectionId }}
                    search={{ trait: [joinTrait(name, value)] }}
                    className={css.value}
                  >
                    {value}
                  </Link>
                )}
              </dd>
              {count !== undefined && (
                <dd
                  className={css.share}
                  title={t('{tokens} of {items} items', { tokens: count.tokens, items: count.items })}
                >
                  {t('{number} %', { number: percentOf(count.tokens, count.items) })}
                  {floor !== undefined && floor.floorDrops !== null && (
                    <>
                      {' · '}
                      {rich('floor {amount}', { amount: <AmountText amount={floor.floorDrops} compact /> })}
                    </>
                  )}
                </dd>
              )}
            </div>
          )
        })}
      </dl>
      {hiddenCount > 0 && (
        <p className={css.quiet}>
          {t(
            "{count, plural, one {# more trait is} other {# more traits are}} not shown here. The NFT's metadata has all of them.",
            { count: hiddenCount },
          )}
        </p>
      )}
    </>
  )
}
