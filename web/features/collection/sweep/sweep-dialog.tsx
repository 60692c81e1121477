import { useState } from 'react'
import { parseXrp } from '#contract/rules/amounts.ts'
import type { CartEntry } from '#contract/schemas/cart.ts'
import type { ItemsSearch } from '#contract/rules/list-addresses.ts'
import { t } from '#web/messages.ts'
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
      title={t('Buy the cheapest')}
      description={t(
        'The cheapest works matching your filters, priced in XRP. They are added to your cart first.',
      )}
    >
      <QueryStates
        query={query}
        pending={
          <>
            <LoadingNote subject={t('the cheapest works')} />
            <Skeleton height="40rem" />
          </>
        }
        empty={t('Nothing is for sale in XRP under these filters')}
      >
        {(entries) => <SweepForm entries={entries} onClose={onClose} />}
      </QueryStates>
    </Dialog>
  )
}

const countError = t('Enter a whole number from 1 to {maxInCart}.', { maxInCart })
const priceError = t(
  'Enter an amount of XRP with at most 6 decimals, such as 12.5, or leave the field empty.',
)

function readCount(text: string): number | null {
  const count = /^\d{1,2}$/.test(text.trim()) ? Number(text) : 0
  return count >= 1 && count <= maxInCart ? count : null
}

/** Parses a limit to drops; null for no limit, undefined for invalid input. */
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
          label={t('How many', { context: 'sweep' })}
          value={countText}
          onChange={setCount}
          inputMode="numeric"
          error={count === null ? countError : null}
        />
        <Field
          label={t('Highest price each')}
          value={eachText}
          onChange={setEach}
          inputMode="decimal"
          suffix="XRP"
          placeholder={t('No limit')}
          error={eachDrops === undefined ? priceError : null}
        />
        <Field
          label={t('Highest total price')}
          value={totalText}
          onChange={setTotal}
          inputMode="decimal"
          suffix="XRP"
          placeholder={t('No limit')}
          error={totalDrops === undefined ? priceError : null}
        />
      </div>
      <Preview picks={picks} targetCount={count} valid={valid} />
      <div className={css.bar}>
        {picks.length > 0 && (
          <p className={css.total}>
            <span>{t('Total including fees')}</span>
            <AmountText amount={totalOf(picks).toString()} />
          </p>
        )}
        <Button type="submit" look="primary" size="large" wide disabled={picks.length === 0}>
          {picks.length === 1
            ? t('Add 1 work to the cart')
            : t('Add {count} works to the cart', { count: picks.length })}
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

function foundWords(count: number, target: number | null): string {
  if (count === 0) return t('No works are within these limits. Raise one of them.')
  return target === count
    ? t('{found, plural, one {The cheapest} other {The # cheapest}}', {
        found: count,
      })
    : t('{found, plural, one {Only # work within these limits} other {Only # works within these limits}}', {
        found: count,
      })
}

function Preview({
  picks,
  targetCount,
  valid,
}: {
  picks: readonly SweepPick[]
  targetCount: number | null
  valid: boolean
}) {
  if (!valid) return null
  return (
    <section aria-label={t('What is bought')}>
      <p role="status" className={css.quiet}>
        {foundWords(picks.length, targetCount)}
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
