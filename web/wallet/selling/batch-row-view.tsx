import { Link } from '@tanstack/react-router'
import { t, rich } from '#web/messages.ts'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { WorkPicture } from '#web/kit/media/work-picture.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { RowStatusText } from '#web/wallet/runs/row-status-text.tsx'
import { tryAgain } from '#web/wallet/runs/run-state.ts'
import { type BatchRow, changeBatch, changeRow } from './batch-state.ts'
import css from './batch.module.css'
import type { OwnWork } from './own-work.ts'

interface BatchRowViewProps {
  token: OwnWork
  row: BatchRow
  /** Storage key of the batch. */
  batch: string
  isQueued: boolean
  /** True if the token is already offered or on auction. */
  isOffered: boolean
  /** Error of the price; null if there is none. */
  error: string | null
  /** True after an attempt to start a run. Until then, an empty price is not an error. */
  isSubmitted: boolean
}

/** Returns what is shown instead of the status of a row that waits or cannot start; undefined for other rows. */
function otherState({ row, isQueued, isOffered }: BatchRowViewProps): string | undefined {
  if (isQueued) return t('Waiting')
  if (row.status !== 'ready') return undefined
  if (isOffered) return t('Offered already')
  return row.value === '' ? t('No price yet') : undefined
}

/** One token: its checkbox, its price and its result. */
export function BatchRowView(props: BatchRowViewProps) {
  const { token, row, batch, isQueued, isOffered, error, isSubmitted } = props
  const { nftokenID: id, name } = token
  const free = row.status === 'ready' && !isOffered && !isQueued
  const wrong = free && row.selected && (isSubmitted || row.value !== '') ? error : null
  const set = (changes: Partial<BatchRow>) => changeBatch(batch, (now) => changeRow(now, id, changes))
  return (
    <li className={css.row} data-status={row.status}>
      {free ? (
        <Checkbox checked={row.selected} onChange={(selected) => set({ selected })}>
          <span className={css.hidden}>{t('Offer {name}', { name })}</span>
        </Checkbox>
      ) : (
        <span className={css.unticked} />
      )}
      <span className={css.thumb}>
        <WorkPicture media={token.image} alt="" sizes="80px" ratio={1} />
      </span>
      <Link to="/nft/$id" params={{ id }} className={css.name}>
        {name}
      </Link>
      <div className={css.price}>
        {isOffered && row.status !== 'pending' ? (
          <Taken token={token} />
        ) : free || (row.again && row.asked === null) ? (
          <Field
            label={t('Price of {name}', { name })}
            value={row.value}
            onChange={(value) => set({ value, ...(value === '' || row.again ? {} : { selected: true }) })}
            error={wrong}
            inputMode="decimal"
            placeholder="0.00"
          />
        ) : (
          row.asked !== null && <AmountText amount={row.asked.txjson.Amount} />
        )}
      </div>
      <div className={css.state}>
        <RowStatusText status={row.status} replacement={otherState(props)} />
        {row.message !== null && <p className={css.quiet}>{row.message}</p>}
      </div>
      <div className={css.act}>
        {row.again && (
          <Button
            size="small"
            aria-label={t('Try Again: {name}', { name })}
            onClick={() => changeBatch(batch, (now) => tryAgain(now, id))}
          >
            {t('Try Again')}
          </Button>
        )}
      </div>
    </li>
  )
}

function Taken({ token }: { token: OwnWork }) {
  const { listedAt: price, onAuction } = token
  return (
    <p className={css.quiet}>
      {price !== null ? (
        <>{rich('Listed at {amount}', { amount: <AmountText amount={price} /> })}</>
      ) : (
        onAuction && t('Up for auction')
      )}
    </p>
  )
}
