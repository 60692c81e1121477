import { type ComponentProps, type ReactNode, Suspense } from 'react'
import type { Amount } from '#contract/schemas/amounts.ts'
import type { CollectionInfo } from '#contract/schemas/collection-info.ts'
import { useAccount } from '#web/wallet/session/session.ts'
import { WhenNear } from '#web/ui/when-near.tsx'
import { lazyCode } from '#web/ui/lazy-code.ts'
import { NftHeading } from './nft-heading.tsx'
import css from './nft-page.module.css'
import { WorkStage } from './stage/work-stage.tsx'

const RelatedWorks = lazyCode(async () => (await import('./related-works.tsx')).RelatedWorks)

/** Height reserved for related works until they are loaded: two rows of cards with their titles and the space above. */
const relatedHeight = 'calc(2 * (var(--related-card) + var(--related-words) + var(--section)))'

type Work = ComponentProps<typeof NftHeading>['nft'] & ComponentProps<typeof WorkStage>['nft']

interface WorkFrameProps {
  nft: Work
  collection: CollectionInfo | null
  /** Id of the token, or of the on-demand item if it has no token yet. */
  id: string
  /** Hidden until the work is drawn and paid for. */
  sealed: boolean
  /** The current price. */
  price?: Amount | null | undefined
  /** Content below the heading: notices, price, actions and offers. */
  children: ReactNode
  /** Content below the work; null if the page has it elsewhere. */
  details: ReactNode
}

/** The page of a work, minted or not. */
export function WorkFrame({ nft, collection, id, children, details, ...rest }: WorkFrameProps) {
  const viewer = useAccount()
  return (
    <>
      <article className={css.page}>
        <div className={css.stage}>
          <WorkStage nft={nft} sealed={rest.sealed} />
        </div>
        <div className={css.side}>
          <NftHeading nft={nft} collection={collection} viewer={viewer} price={rest.price} />
          {children}
        </div>
        {details !== null && <div className={css.details}>{details}</div>}
      </article>
      <div className={css.below}>
        <WhenNear height={relatedHeight}>
          <Suspense fallback={<div style={{ minBlockSize: relatedHeight }} />}>
            <RelatedWorks id={id} collection={collection} issuer={nft.issuer} height={relatedHeight} />
          </Suspense>
        </WhenNear>
      </div>
    </>
  )
}
