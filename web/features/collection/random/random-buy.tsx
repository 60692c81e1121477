import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useId, useState } from 'react'
import { formatXrpExact } from '#worker/contract/amounts.ts'
import type { CollectionInfo } from '#worker/contract/collection-info.ts'
import type { RandomOfferReply } from '#worker/contract/selling.ts'
import { operationQuery } from '#web/api/queries.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { marketplaceSells } from '#web/kit/nfts/demand-work.ts'
import { PromoField, usePromoCode } from '#web/kit/promo-code.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { openConnect } from '#web/wallet/session/connect-prompt.ts'
import { logToConsole } from '#web/wallet/session/console-lines.ts'
import { useAccount } from '#web/wallet/session/session.ts'
import css from './random-buy.module.css'
import { useHeldDraw } from './use-held-draw.ts'
import { type RunOptions, useRandomRun } from './use-random-run.ts'

const DrawResults = lazy(async () => ({ default: (await import('./draw-results.tsx')).DrawResults }))
const RandomSummary = lazy(async () => ({ default: (await import('./random-summary.tsx')).RandomSummary }))

const freshMs = 5000
/** Limits the run to about an hour of signing. */
const maxDraws = 50

/** Random purchase from a collection: items left, their price, and how many to draw. */
export function RandomBuy({ collection }: { collection: CollectionInfo }) {
  const title = useId()
  const viewer = useAccount()
  const { owner } = useSettings()
  const rules = useQuery({
    ...operationQuery('getBuyingRules', { query: { id: collection._id } }),
    refetchInterval: freshMs,
  })
  const { left, results, run } = useRandomRun(collection)
  const held = useHeldDraw(collection._id)
  const [quantity, setQuantity] = useState('1')
  const promo = usePromoCode(collection._id)
  const [tried, setTried] = useState(false)
  const [confirming, setConfirming] = useState<RunOptions | null>(null)
  const offer = rules.data?.random ?? null
  if (offer === null) return null
  const count = /^\d{1,3}$/.test(quantity.trim()) ? Number(quantity) : 0
  const wrongCount = count < 1 || count > maxDraws
  const barred = held ? null : barOf(collection, offer, { viewer, owner })
  const price = priceText(offer)
  const buy = async () => {
    setTried(true)
    if (wrongCount) return
    if (viewer === null) {
      logToConsole('Need to connect wallet.')
      return openConnect()
    }
    const access = await promo.check()
    if (access === null) return
    const isOnePrice = offer.verifiable || offer.cheapestDrops === offer.dearestDrops
    const priceDrops = isOnePrice ? offer.cheapestDrops : null
    const run = { quantity: count, promoCode: access.promoCode ?? null, priceDrops, chosen: offer.verifiable }
    setConfirming(run)
  }
  return (
    <section className={css.panel} aria-labelledby={title}>
      <div className={css.words}>
        <h2 className={css.title} id={title}>
          Random buy
        </h2>
        <p className={css.facts}>
          {offer.available.toLocaleString('en')} {offer.available === 1 ? 'item' : 'items'} left
          {price !== null && `, ${price} each`}
        </p>
        <p className={css.quiet}>
          Each item that is left is equally likely. What you draw is held for you for 15 minutes; what it is
          you see once it is paid for.
        </p>
        {offer.verifiable && (
          <p className={css.quiet}>
            The ledger decides, and{' '}
            <Link
              to="/collection/$id/draws"
              params={{ id: collection._id }}
              className={css.link}
              reloadDocument
            >
              anybody can check it
            </Link>
            .
          </p>
        )}
        {held && (
          <p className={css.quiet} role="status">
            You have drawn an item and not paid for it. Random buy asks for it again, until its 15 minutes are
            over.
          </p>
        )}
      </div>
      {barred === null ? (
        <form
          className={css.form}
          onSubmit={(event) => {
            event.preventDefault()
            void buy()
          }}
        >
          <Field
            label="Quantity"
            value={quantity}
            onChange={setQuantity}
            inputMode="decimal"
            error={tried && wrongCount ? `Give a number from 1 to ${maxDraws}.` : null}
          />
          <PromoField promo={promo} />
          <Button type="submit" look="primary" size="large" busy={left > 0 || promo.checking}>
            Random buy
          </Button>
        </form>
      ) : (
        <p className={css.quiet}>{barred}</p>
      )}
      <Suspense fallback={null}>
        {confirming !== null && (
          <RandomSummary
            collection={collection}
            offer={offer}
            quantity={confirming.quantity}
            onConfirm={() => {
              setConfirming(null)
              run(confirming)
            }}
            onClose={() => setConfirming(null)}
          />
        )}
      </Suspense>
      <div role="status" className={css.results}>
        {left > 1 && <p className={css.quiet}>{left} draws to go, this one included.</p>}
        <Suspense fallback={null}>{results.length > 0 && <DrawResults results={results} />}</Suspense>
      </div>
    </section>
  )
}

/** Why drawing is not possible now. */
function barOf(
  collection: CollectionInfo,
  { available, preparing }: RandomOfferReply,
  { viewer, owner }: { viewer: string | null; owner: string },
): string | null {
  if (viewer === owner) return marketplaceSells
  if (viewer === collection.issuer) return 'You cannot buy random NFTs in your own collection.'
  if (collection.notAnnounced) return 'This collection has not been announced yet.'
  if (preparing)
    return 'The draws are being prepared: the order of the items goes to the ledger. That takes seconds.'
  return available === 0 ? 'Nothing can be drawn at the moment. Reserved items may come back.' : null
}

/** Items of several prices are drawn from the lowest on; listed tokens at the price of the one that is drawn. */
function priceText({ cheapestDrops, dearestDrops, verifiable }: RandomOfferReply): string | null {
  if (cheapestDrops === null || dearestDrops === null) return null
  const cheapest = formatXrpExact(BigInt(cheapestDrops))
  if (cheapestDrops === dearestDrops) return `${cheapest} XRP`
  if (verifiable) return `first those at ${cheapest} XRP`
  return `${cheapest} to ${formatXrpExact(BigInt(dearestDrops))} XRP`
}
