import type { Nft } from '#worker/contract/nfts.ts'
import css from './details.module.css'

export function Traits({ nft }: { nft: Pick<Nft, 'metadata'> }) {
  const attributes = nft.metadata?.attributes ?? []
  if (attributes.length === 0) return <p className={css.quiet}>This NFT has no traits.</p>
  return (
    <dl className={css.traits}>
      {attributes.map(({ trait_type: name, value }, index) => (
        <div key={`${name}-${value}-${index}`} className={css.trait}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
