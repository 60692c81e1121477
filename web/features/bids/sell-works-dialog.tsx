import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { completionHours, maxSoldAtOnce } from '#contract/limits/standing-bids.ts'
import type { BidWorksReply, StandingBid } from '#contract/schemas/standing-bids.ts'
import { rich, t } from '#web/messages.ts'
import { operationQuery } from '#web/api/queries.ts'
import { Address } from '#web/kit/accounts/address.tsx'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { recordText, termsOf } from '#web/kit/bids/bid-words.ts'
import { WorkPicture } from '#web/kit/media/work-picture.tsx'
import { QueryStates } from '#web/kit/query-states.tsx'
import { ConfirmDialog } from '#web/wallet/confirm-dialog.tsx'
import { useSigning } from '#web/wallet/requests/use-signing.ts'
import { joinList } from '#web/joined.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import css from './bids.module.css'

type Work = BidWorksReply['works'][number]

interface SellWorksDialogProps {
  bid: StandingBid
  onClose: () => void
}

/** The choice of works that an owner sells into a standing bid with one signature, as many as a Batch holds. */
export function SellWorksDialog({ bid, onClose }: SellWorksDialogProps) {
  const query = useQuery(operationQuery('getBidWorks', { query: { id: bid.id } }))
  const [chosenIds, setChosenIds] = useState<string[]>([])
  const { busy, refusal, ask } = useSigning(onClose)
  const maxChosen = Math.min(maxSoldAtOnce, bid.works - bid.bought - bid.waiting)
  const works = query.data?.works ?? []
  const chosenWorks = works.filter(({ nftokenID }) => chosenIds.includes(nftokenID))
  const proceeds = chosenWorks.reduce((sum, { proceedsDrops }) => sum + BigInt(proceedsDrops), 0n).toString()
  const title = joinList(chosenWorks.map(({ name }) => name))
  const choose = (id: string, isChosen: boolean) =>
    setChosenIds((ids) => (isChosen ? [...ids, id] : ids.filter((other) => other !== id)))
  const confirm = () =>
    ask(
      'sellIntoBid',
      { body: { id: bid.id, nftokenIDs: chosenIds, expectedDrops: bid.priceDrops } },
      { action: 'sellIntoBid', title, amount: proceeds },
    )
  const record = recordText(bid.record)
  return (
    <ConfirmDialog
      title={t('Sell to a standing bid')}
      description={t('You sign your part. The sale happens when the bidder signs, and not at all otherwise.')}
      action={works.length === 0 ? null : t('Continue in your wallet')}
      busy={busy}
      barred={chosenWorks.length === 0}
      signs="sellIntoBid"
      refusal={refusal}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>
        {rich('{bidder} pays {amount} for {terms}.', {
          bidder: <Address account={bid.bidder} />,
          amount: <AmountText amount={bid.priceDrops} />,
          terms: termsOf(bid),
        })}
      </p>
      {record !== null && <p className={css.quiet}>{record}</p>}
      <QueryStates query={query} pending={<Skeleton height="8rem" />}>
        {(reply) =>
          reply.works.length === 0 ? (
            <p>{t('None of your works meets the terms of this bid.')}</p>
          ) : (
            <Choice works={reply.works} chosenIds={chosenIds} maxChosen={maxChosen} onChoose={choose} />
          )
        }
      </QueryStates>
      {chosenWorks.length > 0 && (
        <p className={css.proceeds} role="status">
          {t('You get')} <AmountText amount={proceeds} />
        </p>
      )}
      <p className={css.quiet}>
        {t('The bidder has {hours, number} hours to complete the sale. Until then the work stays yours.', {
          hours: completionHours,
        })}{' '}
        {t('Any other transaction of your account withdraws the sale.')}
      </p>
    </ConfirmDialog>
  )
}

interface ChoiceProps {
  works: Work[]
  chosenIds: string[]
  maxChosen: number
  onChoose: (id: string, isChosen: boolean) => void
}

function Choice({ works, chosenIds, maxChosen, onChoose }: ChoiceProps) {
  const isFull = chosenIds.length >= maxChosen
  return (
    <fieldset>
      <legend className={css.quiet}>
        {t('{most, plural, one {Choose # work} other {Choose up to # works}}', { most: maxChosen })}
      </legend>
      <ul className={css.choice}>
        {works.map(({ nftokenID, name, image, rank, proceedsDrops }) => (
          <li key={nftokenID} className={css.choiceRow}>
            <span className={css.choicePicture}>
              <WorkPicture media={image} alt="" sizes="64px" largest={300} />
            </span>
            <Checkbox
              checked={chosenIds.includes(nftokenID)}
              disabled={isFull && !chosenIds.includes(nftokenID)}
              hint={rank === null ? undefined : t('Rank {rank, number}', { rank })}
              onChange={(isChosen) => onChoose(nftokenID, isChosen)}
            >
              {name}
            </Checkbox>
            <AmountText amount={proceedsDrops} />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
