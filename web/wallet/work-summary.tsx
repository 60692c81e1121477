import type { ReactNode } from 'react'
import { workFacts } from '#contract/words/work-facts.ts'
import type { Nft } from '#contract/schemas/nfts.ts'
import { nameOf } from '#web/api/people.ts'
import { WorkPicture } from '#web/kit/media/work-picture.tsx'
import { nftTitle } from '#web/kit/nfts/nft-title.ts'
import { WallLabel } from '#web/kit/nfts/wall-label.tsx'
import css from './work-summary.module.css'

interface WorkSummaryProps {
  nft: Pick<Nft, 'metadata' | 'issuer'> & Partial<Pick<Nft, 'history'>> & { nftokenID: string | null }
  /** Name of the work's collection; null if it has none. */
  collection: string | null
  /** Facts beside the picture. */
  children?: ReactNode
}

/** The work of a dialog: its picture, its label, and the facts that matter for the price. */
export function WorkSummary({ nft, collection, children }: WorkSummaryProps) {
  return (
    <LabelledWork
      picture={<WorkPicture media={nft.metadata?.imageFile ?? null} alt="" sizes="112px" largest={300} />}
      title={nftTitle(nft)}
      label={{ artist: nameOf(nft.issuer), facts: workFacts(nft), collection }}
    >
      {children}
    </LabelledWork>
  )
}

interface LabelledWorkProps {
  picture: ReactNode
  title: string
  label: { artist: string; facts: string[]; collection: string | null }
  children?: ReactNode
}

/** A picture with the work's label beside it, for dialogs. */
export function LabelledWork({ picture, title, label, children }: LabelledWorkProps) {
  const { artist, facts, collection } = label
  return (
    <div className={css.summary}>
      <span className={css.picture}>{picture}</span>
      <div className={css.facts}>
        <WallLabel
          as="h3"
          look="card"
          artist={<bdi>{artist}</bdi>}
          facts={facts}
          collection={collection !== null && <p className={css.quiet}>{collection}</p>}
        >
          {title}
        </WallLabel>
        {children}
      </div>
    </div>
  )
}
