import { type ReactNode, useRef, useState } from 'react'
import type { Amount } from '#contract/schemas/amounts.ts'
import type { Nft } from '#contract/schemas/nfts.ts'
import { isFarBelowFloor } from '#contract/rules/prices.ts'
import { rich, t } from '#web/messages.ts'
import { nftTitle } from '#web/kit/nfts/nft-title.ts'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import css from '#web/wallet/confirm-dialog.module.css'

export interface PricedWork {
  id: string
  name: string
  /** Null until a valid price is typed. */
  amount: Amount | null
  /** Floor price of the work's collection, in drops. */
  floorDrops: string | null
}

interface LowPrices {
  /** True if prices are low and the seller has not confirmed them. */
  unconfirmed: boolean
  /** The question to the seller; null without low prices. */
  note: ReactNode
  /** Moves the focus to the question, which may be out of sight. */
  show: () => void
}

/** Number of rows that the note names. It only counts the rest. */
const namedLimit = 5

/**
 * Asks sellers to confirm prices under half of the floor price, because a mistyped price is bought within seconds. The
 * confirmation applies only to these prices.
 */
export function useLowPrices(works: readonly PricedWork[]): LowPrices {
  const box = useRef<HTMLDivElement>(null)
  const [confirmedPrices, setConfirmed] = useState('')
  const [first, ...otherWorks] = works.filter(
    ({ amount, floorDrops }) => amount !== null && isFarBelowFloor(amount, floorDrops),
  )
  const show = () => box.current?.querySelector('input')?.focus()
  if (first === undefined) return { unconfirmed: false, note: null, show }
  const rows = [first, ...otherWorks]
  const prices = JSON.stringify(rows.map(({ id, amount }) => [id, amount]))
  return {
    unconfirmed: confirmedPrices !== prices,
    show,
    note: (
      <div ref={box} className={css.note} role="note">
        {works.length === 1 ? (
          <p>
            {rich('The floor of its collection is {floor}. This price is less than half of it.', {
              floor: <AmountText amount={first.floorDrops ?? '0'} />,
            })}
          </p>
        ) : (
          <p>
            {t(
              "{count, plural, one {One price is less than half of its collection's floor.} other {# prices are less than half of their collection's floor.}}",
              { count: rows.length },
            )}
          </p>
        )}
        {works.length > 1 &&
          rows.slice(0, namedLimit).map(({ id, name, amount, floorDrops }) => (
            <p key={id} className={css.quiet}>
              {rich('{name}: {price}, floor {floor}', {
                name,
                price: <AmountText amount={amount ?? '0'} />,
                floor: <AmountText amount={floorDrops ?? '0'} />,
              })}
            </p>
          ))}
        <Checkbox checked={confirmedPrices === prices} onChange={(yes) => setConfirmed(yes ? prices : '')}>
          {otherWorks.length === 0
            ? t('I want to sell it at this price')
            : t('I want to sell them at these prices')}
        </Checkbox>
      </div>
    ),
  }
}

/** Asks for confirmation of one work's price. `amount` is null unless everyone can buy at the price. */
export const useLowPrice = (nft: Nft, amount: Amount | null) =>
  useLowPrices([
    {
      id: nft.nftokenID,
      name: nftTitle(nft),
      amount,
      floorDrops: nft.collectionInfo?.floorPriceDrops ?? null,
    },
  ])
