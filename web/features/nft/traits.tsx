import type { Nft } from '#worker/contract/nfts.ts'
import { percentOf } from '#web/kit/amounts/percent.ts'
import css from './details.module.css'

/** The traits of a work, each with the percentage of the collection's works that have it. */
export function Traits({ nft }: { nft: Pick<Nft, 'metadata'> & Partial<Pick<Nft, 'traitCounts'>> }) {
  const attributes = nft.metadata?.attributes ?? []
  if (attributes.length === 0) return <p className={css.quiet}>This NFT has no traits.</p>
  return (
    <dl className={css.traits}>
      {attributes.map(({ trait_type: name, value }, index) => {
        const count = nft.traitCounts?.find((one) => one.trait === name && one.value === value)
        return (
          <div key={`${name}-${value}-${index}`} className={css.trait}>
            <dt>{name}</dt>
            <dd>{value}</dd>
            {count !== undefined && (
              <dd className={css.share} title={`${count.tokens} of ${count.items} items`}>
                {`${percentOf(count.tokens, count.items)} %`}
              </dd>
            )}
          </div>
        )
      })}
    </dl>
  )
}
