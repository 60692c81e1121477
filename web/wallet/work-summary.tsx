import type { ReactNode } from 'react'
import type { Nft } from '#contract/schemas/nfts.ts'
import { WorkPicture } from '#web/kit/media/work-picture.tsx'
import css from './work-summary.module.css'

interface WorkSummaryProps {
  nft: Pick<Nft, 'metadata' | 'collectionInfo'>
  /** Facts beside the picture. */
  children?: ReactNode
}

/** The work of a dialog: its picture, its collection, and the facts that decide about the price. */
export function WorkSummary({ nft, children }: WorkSummaryProps) {
  return (
    <div className={css.summary}>
      <span className={css.picture}>
        <WorkPicture media={nft.metadata?.imageFile ?? null} alt="" sizes="88px" largest={300} />
      </span>
      <div className={css.facts}>
        {nft.collectionInfo !== null && <p className={css.quiet}>{nft.collectionInfo.name}</p>}
        {children}
      </div>
    </div>
  )
}
