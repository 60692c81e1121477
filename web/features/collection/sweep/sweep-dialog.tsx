import { useState } from 'react'
import { parseXrp } from '#worker/contract/amounts.ts'
import type { CartEntry } from '#worker/contract/cart.ts'
import type { ItemsSearch } from '#worker/contract/list-addresses.ts'
import { m } from '#web/messages.ts'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { addToCart, maxInCart, showCart } from '#web/kit/cart/cart-store.ts'
import { WorkPicture } from '#web/kit/media/work-picture.tsx'
import { QueryStates } from '#web/kit/query-states.tsx'
import { useAccount } from '#web/wallet/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx'
import { pickCheapest, type SweepPick, totalOf } from './pick-cheapest.ts'
import css from './sweep.module.css'
import { useSweep } from './use-sweep.ts'

interface SweepDialogProps {
  id: string
  search: ItemsSearch
  onClose: () => void
}

/** Puts the cheapest works under the active filters into the cart. */
export function SweepDialog({ id, search, onClose }: SweepDialogProps) {
  const query = useSweep(useAccount(), id, search)
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.collection_sweep_button_buy_the_cheapest}
      description={m.collection_sweep_dialog_under_filters_set_prices}
    >
      <QueryStates
        query={query}
        pending={
          <>
            <LoadingNote what={m.collection_sweep_dialog_the_cheapest_works} />
            <Skeleton height="40rem" />
          </>
        }
        empty={m.collection_sweep_dialog_nothing_sale_price_xrp}
      >
        {(entries) => <SweepForm entries={entries} onClose={onClose} />}
      </QueryStates>
    </Dialog>
  )
}

const countError = m.collection_sweep_dialog_give_whole_number_1({ maxInCart })
const priceError = m.collection_sweep_dialog_give_amount_xrp_most

function readCount(text: string): number | null {
  const count = /^\d{1,2}$/.test(text.trim()) ? Number(text) : 0
  return count >= 1 && count <= maxInCart ? count : null
}

/** A limit in drops; null for none, undefined for an invalid one. */
function readLimit(text: string): bigint | null | undefined {
  if (text.trim() === '') return null
  return parseXrp(text) ?? undefined
}

function SweepForm({ entries, onClose }: { entries: readonly CartEntry[]; onClose: () => void }) {
  const [countText, setCount] = useState('5')
  const [eachText, setEach] = useState('')
  const [totalText, setTotal] = useState('')
  const [count, eachDrops, totalDrops] = [readCount(countText), readLimit(eachText), readLimit(totalText)]
  const valid = count !== null && eachDrops !== undefined && totalDrops !== undefined
  const picks = valid ? pickCheapest(entries, { count, eachDrops, totalDrops }) : []
  const put = () => {
    addToCart(picks.map(workOf))
    onClose()
    showCart(true)
  }
  return (
    <form
      className={css.sweep}
      onSubmit={(event) => {
        event.preventDefault()
        if (picks.length > 0) put()
      }}
    >
      <div className={css.fields}>
        <Field
          label={m.collection_sweep_dialog_how_many}
          value={countText}
          onChange={setCount}
          inputMode="numeric"
          error={count === null ? countError : null}
        />
        <Field
          label={m.collection_sweep_dialog_highest_price_each}
          value={eachText}
          onChange={setEach}
          inputMode="decimal"
          suffix="XRP"
          placeholder={m.collection_sweep_dialog_no_limit}
          error={eachDrops === undefined ? priceError : null}
        />
        <Field
          label={m.collection_sweep_dialog_highest_price_in_all}
          value={totalText}
          onChange={setTotal}
          inputMode="decimal"
          suffix="XRP"
          placeholder={m.collection_sweep_dialog_no_limit}
          error={totalDrops === undefined ? priceError : null}
        />
      </div>
      <Preview picks={picks} wanted={count} valid={valid} />
      <div className={css.bar}>
        {picks.length > 0 && (
          <p className={css.total}>
            <span>{m.collection_sweep_dialog_all_marketplaces_fees}</span>
            <AmountText amount={totalOf(picks).toString()} />
          </p>
        )}
        <Button type="submit" look="primary" size="large" wide disabled={picks.length === 0}>
          {picks.length === 1
            ? m.collection_sweep_dialog_put_1_work_into
            : m.collection_sweep_dialog_put_works_into_cart({ count: picks.length })}
        </Button>
      </div>
    </form>
  )
}

const workOf = ({ entry: { nftokenID, name }, offer }: SweepPick) => ({
  nftokenID,
  name: name ?? nftokenID,
  sellOfferIndex: offer.sellOfferIndex,
  expectedAmount: offer.price,
})

function foundWords(found: number, wanted: number | null): string {
  if (found === 0) return m.collection_sweep_dialog_no_work_costs_little
  return wanted === found
    ? m.collection_sweep_dialog_the_that_cost_least({ found })
    : m.collection_sweep_dialog_only_within_these_limits({ found })
}

function Preview({
  picks,
  wanted,
  valid,
}: {
  picks: readonly SweepPick[]
  wanted: number | null
  valid: boolean
}) {
  if (!valid) return null
  return (
    <section aria-label={m.collection_sweep_dialog_what_is_bought}>
      <p role="status" className={css.quiet}>
        {foundWords(picks.length, wanted)}
      </p>
      <ul className={css.picks}>
        {picks.map(({ entry, offer }) => (
          <li key={entry.nftokenID} className={css.pick}>
            <span className={css.thumb}>
              <WorkPicture media={entry.image} alt="" sizes="40px" ratio={1} />
            </span>
            <span className={css.name}>{entry.name}</span>
            <AmountText amount={offer.pays} />
          </li>
        ))}
      </ul>
    </section>
  )
}
