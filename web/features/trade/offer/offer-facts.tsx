import type { Amount } from '#contract/schemas/amounts.ts'
import { dropsToXrp, isDrops } from '#contract/rules/amounts.ts'
import { actions, type OfferKind, offerKinds } from '#contract/rules/actions.ts'
import { readableBid, smallestBid } from '#contract/rules/sale-state.ts'
import type { Nft } from '#contract/schemas/nfts.ts'
import { t } from '#web/messages.ts'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { Button } from '#web/ui/button.tsx'
import { BalanceNote } from '#web/wallet/balance-note.tsx'
import { WorkSummary } from '#web/wallet/work-summary.tsx'
import summary from '#web/wallet/work-summary.module.css'
import css from './offer-dialog.module.css'
import type { OfferForm } from './use-offer-form.ts'

/** Returns the latest sale of a work (the history is newest first); null if there is none. */
const lastSaleOf = ({ history }: Nft) => history.find(({ type }) => type === 'sale') ?? null

type Figure = [name: string, amount: Amount | null]

/** Returns a figure, or nothing if there is no amount. */
const optional = (name: string, amount: Amount | null): Figure[] => (amount === null ? [] : [[name, amount]])

/**
 * Returns figures to compare a price with: the price and the highest bid for a bidder, the last sale for an owner. Bids
 * are sorted by amount, highest first.
 */
function figuresOf(nft: Nft, kind: OfferKind, account: string): Figure[] {
  if (offerKinds[kind].free) return []
  const floor = optional(t('Floor'), nft.collectionInfo?.floorPriceDrops ?? null)
  const top = nft.buyOffers.find(({ problem }) => problem === null)?.amount ?? null
  if (actions[kind].offerOf === 'buyer')
    return [...floor, ...optional(t('Price of this work'), nft.floorPrice), [t('Top bid'), top]]
  const sale = lastSaleOf(nft)
  const name = sale?.buyer === account ? t('You paid') : t('Last sale')
  return [...floor, ...optional(name, sale?.amount ?? null), ...optional(t('Top bid'), top)]
}

/** Returns true for a figure that a seller can use as the price. The dialog shows it as a button. */
const isSuggestion = (kind: OfferKind, [, amount]: Figure) =>
  actions[kind].offerOf === 'seller' && amount !== null && isDrops(amount)

interface OfferFactsProps {
  nft: Nft
  kind: OfferKind
  account: string
}

/** The work of an offer, with figures for comparison. */
export function OfferFacts({ nft, kind, account }: OfferFactsProps) {
  const figures = figuresOf(nft, kind, account).filter((figure) => !isSuggestion(kind, figure))
  return (
    <WorkSummary nft={nft} collection={nft.collectionInfo?.name ?? null}>
      <dl className={summary.rows}>
        {figures.map(([name, amount]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{amount === null ? t('None yet') : <AmountText amount={amount} />}</dd>
          </div>
        ))}
      </dl>
    </WorkSummary>
  )
}

/**
 * Returns bids 5, 10 and 25 % above the top bid, rounded up to 0.01 XRP, or the minimum bid if there is no bid yet.
 * Empty for other currencies.
 */
function stepsAbove({ onAuction }: Nft): Figure[] {
  if (onAuction === null || !isDrops(onAuction.startAmount)) return []
  const top = onAuction.topBid?.amount
  if (top === undefined) return [[t('Smallest bid'), readableBid(smallestBid(onAuction.startAmount))]]
  if (!isDrops(top)) return []
  return [5n, 10n, 25n].map((percent): Figure => {
    const cents = (BigInt(top) * (100n + percent) + 999_999n) / 1_000_000n
    return [`+${percent}\u00a0%`, (cents * 10_000n).toString()]
  })
}

/**
 * Suggested amounts: floor price, last sale and highest bid for a seller; in an auction, steps above the top bid or the
 * minimum bid.
 */
export function PriceSuggestions({ nft, kind, account, form }: OfferFactsProps & { form: OfferForm }) {
  const figures =
    offerKinds[kind].auction === 'bids'
      ? stepsAbove(nft)
      : figuresOf(nft, kind, account).filter((figure) => isSuggestion(kind, figure))
  if (figures.length === 0) return null
  return (
    <ul className={css.suggestions} aria-label={t('Prices to start from')}>
      {figures.map(([name, amount]) => (
        <li key={name}>
          <Button
            size="small"
            onClick={() => form.change({ amount: dropsToXrp(BigInt(String(amount))), currency: 'xrp' })}
          >
            {name} {amount !== null && <AmountText amount={amount} />}
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** The remaining balance if the bid is accepted. */
export function BidBalance({ form: { price, hasAmount } }: { form: OfferForm }) {
  const { buyerPays } = price
  return <BalanceNote costDrops={hasAmount && isDrops(buyerPays) ? BigInt(buyerPays) : null} />
}
