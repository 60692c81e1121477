import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useId, useState } from 'react'
import { sameAmount } from '#contract/rules/money.ts'
import type { ListedToken } from '#contract/schemas/tokens.ts'
import type { CollectionInfo, CollectionReply } from '#contract/schemas/collection-info.ts'
import type { RandomOfferReply } from '#contract/schemas/selling.ts'
import { t, rich, slot } from '#web/messages.ts'
import { operationQuery } from '#web/api/queries.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { exactFigures, exactValue } from '#web/kit/amounts/currency.ts'
import { useIsLive } from '#web/kit/live/live-state.ts'
import { type BuyerProblem, useBuyerProblem } from '#web/wallet/buyer-problem.ts'
import { isPending } from '#contract/rules/splits.ts'
import { marketplaceSells } from '#web/kit/nfts/demand-work.ts'
import { PromoField, usePromoCode } from '#web/kit/promo-code.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { openConnect } from '#web/wallet/session/connect-prompt.ts'
import { logToConsole } from '#web/wallet/session/console-lines.ts'
import { Preparing } from '#web/wallet/requests/preparing.tsx'
import { useAccount } from '#web/wallet/session/session.ts'
import { lazyCode } from '#web/ui/lazy-code.ts'
import css from './random-buy.module.css'
import { type RunOptions, useRandomRun } from './use-random-run.ts'
import { holdSeconds } from '#draw-verifier/draws.ts'
import { useNow } from '#web/ui/use-now.ts'
import { useRequests } from '#web/wallet/requests/request-store.ts'

/**
 * Returns true if the account can still pay for an earlier draw in the collection whose request was rejected or
 * expired.
 */
function useHeldDraw(collectionId: string): boolean {
  const { records } = useRequests()
  const now = useNow(10_000)
  const draws = records.filter(({ collection }) => collection === collectionId)
  const [latest] = draws
  if (latest === undefined) return false
  const status = latest.reply?.status
  const isUnpaid = status === 'rejected' || status === 'expired'
  // Only the request that drew the item has a receipt. Later ones ask to pay for the same item.
  const { createdAt } = draws.find(({ receipt }) => receipt !== undefined) ?? latest
  return isUnpaid && now < createdAt + holdSeconds * 1000
}

const LostDraw = lazyCode(async () => (await import('./lost-draw.tsx')).LostDraw)
const DrawResults = lazyCode(async () => (await import('./draw-results.tsx')).DrawResults)
const RandomSummary = lazyCode(async () => (await import('./random-summary.tsx')).RandomSummary)

const freshMs = 5000
/** Polling interval. Live events cover ledger changes only, not reservations. */
const liveMs = 30_000
/** Limits the run to about an hour of signing. */
const maxDraws = 50

/** Random purchase from a collection: items left, their price and the number to draw. */
export function RandomBuy({ collection }: { collection: CollectionReply }) {
  const title = useId()
  const viewer = useAccount()
  const { owner, tokens } = useSettings()
  const isLive = useIsLive()
  const rules = useQuery({
    ...operationQuery('getBuyingRules', { query: { id: collection._id } }),
    refetchInterval: isLive ? liveMs : freshMs,
  })
  const { state, leftDraws, results, refusal, closeRefusal, run, goOn } = useRandomRun(collection)
  const reservation = useHeldDraw(collection._id)
  const problem = useBuyerProblem(collection._id)
  const [quantity, setQuantity] = useState('1')
  const promo = usePromoCode(collection._id)
  const [isSubmitted, setSubmitted] = useState(false)
  const [runToConfirm, setConfirming] = useState<RunOptions | null>(null)
  const offer = rules.data?.random ?? null
  if (offer === null) return rules.isLoading ? <div className={css.place} /> : null
  const count = /^\d{1,3}$/.test(quantity.trim()) ? Number(quantity) : 0
  const wrongCount = count < 1 || count > maxDraws
  const barText = reservation ? null : drawProblem(collection, offer, { viewer, owner, problem })
  const buy = async () => {
    setSubmitted(true)
    if (wrongCount) return
    if (viewer === null) {
      logToConsole('Need to connect wallet.')
      return openConnect()
    }
    const access = await promo.check()
    if (access === null) return
    const price = offer.verifiable || isOnePrice(offer) ? offer.cheapest : null
    const run = {
      quantity: count,
      promoCode: access.promoCode ?? null,
      price,
      isPriceFixed: offer.verifiable,
    }
    setConfirming(run)
  }
  return (
    <section id="random-buy" className={css.panel} aria-labelledby={title}>
      <div className={css.words}>
        <h2 className={css.title} id={title}>
          {t('Random buy')}
        </h2>
        <p className={css.facts}>{leftWords(offer, tokens)}</p>
        <p className={css.quiet}>
          {t('Every remaining work has the same chance. Pay within 15 minutes to reveal yours.')}
        </p>
        {offer.verifiable && (
          <p className={css.quiet}>
            {rich('The ledger decides, and <link>anyone can check it</link>.', {
              link: (
                <Link
                  to="/collection/$id/draws"
                  params={{ id: collection._id }}
                  className={css.link}
                  reloadDocument
                >
                  {slot}
                </Link>
              ),
            })}
          </p>
        )}
        {reservation && (
          <p className={css.quiet} role="status">
            {t(
              'You have drawn an item but not paid for it. Until its 15 minutes are up, Random buy asks you to pay for that item.',
            )}
          </p>
        )}
      </div>
      {barText === null ? (
        <form
          className={css.form}
          onSubmit={(event) => {
            event.preventDefault()
            void buy()
          }}
        >
          <Field
            label={t('Quantity')}
            value={quantity}
            onChange={setQuantity}
            inputMode="decimal"
            error={isSubmitted && wrongCount ? t('Enter a number from 1 to {maxDraws}.', { maxDraws }) : null}
          />
          <PromoField promo={promo} />
          <Button type="submit" look="primary" size="large" busy={state !== 'idle' || promo.checking}>
            {t('Random buy')}
          </Button>
        </form>
      ) : (
        <p className={css.quiet}>{barText}</p>
      )}
      <Suspense fallback={null}>
        {runToConfirm !== null && (
          <ConfirmDraw
            collection={collection}
            offer={offer}
            quantity={runToConfirm.quantity}
            busy={state === 'asking'}
            barred={state === 'idle' ? barText : null}
            onConfirm={() => run(runToConfirm, () => setConfirming(null))}
            onClose={() => setConfirming(null)}
          />
        )}
      </Suspense>
      <LostNotice collection={collection} sentence={refusal} onClose={closeRefusal} />
      <div role="status" className={css.results}>
        <Suspense fallback={null}>{results.length > 0 && <DrawResults results={results} />}</Suspense>
        {leftDraws > 0 && (
          <div>
            <Button busy={state !== 'idle'} onClick={goOn}>
              {t('Draw the next one ({left, number} to go)', { left: leftDraws })}
            </Button>
          </div>
        )}
        <Preparing action="buyRandom" busy={leftDraws > 0 && state === 'asking'} />
      </div>
    </section>
  )
}

interface ConfirmDrawProps {
  collection: CollectionInfo
  offer: RandomOfferReply
  quantity: number
  busy: boolean
  /** Reason why drawing is not possible; null if it is possible or the reply is pending. */
  barred: string | null
  onConfirm: () => void
  onClose: () => void
}

/** The confirm step. Shows the reason instead if other buyers draw the last work in the meantime. */
function ConfirmDraw({ barred, ...summary }: ConfirmDrawProps) {
  if (barred !== null && summary.offer.available === 0)
    return <LostDraw collection={summary.collection} sentence={barred} onClose={summary.onClose} />
  return <RandomSummary {...summary} />
}

/** The dialog after a refused draw. Renders nothing without a refusal. */
function LostNotice({
  sentence,
  ...dialog
}: {
  collection: CollectionInfo
  sentence: string | null
  onClose: () => void
}) {
  if (sentence === null) return null
  return (
    <Suspense fallback={null}>
      <LostDraw sentence={sentence} {...dialog} />
    </Suspense>
  )
}

/** Returns the reason why drawing is not possible; null if it is possible. */
function drawProblem(
  collection: CollectionReply,
  { available, preparing: preparingCount, filling: isFilling, mayReturn }: RandomOfferReply,
  { viewer, owner, problem }: { viewer: string | null; owner: string; problem: BuyerProblem | null },
): string | null {
  if (viewer === owner) return marketplaceSells
  if (viewer === collection.issuer) return t('You cannot buy random NFTs in your own collection.')
  if (collection.notAnnounced) return t('This collection has not been announced yet.')
  if (problem !== null) return problem.message
  if (isPending(collection.split)) return t('Nothing can be sold until all payees have agreed.')
  if (isFilling && (preparingCount || available === 0))
    return t('Works are still being added. Draws begin once no work has been added for a minute.')
  if (preparingCount)
    return t(
      'The draws are being prepared: the order of the items is being written to the ledger. This takes a few seconds.',
    )
  if (available > 0) return null
  return mayReturn
    ? t('Every remaining work is reserved. Works that are not paid for within 15 minutes can be drawn again.')
    : t('Everything is sold.')
}

function leftWords(offer: RandomOfferReply, tokens: readonly ListedToken[]): string {
  const { available: count, mayReturn } = offer
  const price = priceText(offer, tokens)
  if (count === 0 && mayReturn) return t('All remaining items are currently reserved')
  return price === null
    ? t('{count, plural, one {# item left} other {# items left}}', { count })
    : t('{count, plural, one {# item left, {price}} other {# items left, {price} each}}', {
        count,
        price,
      })
}

/** Returns true if all items have the same price. */
const isOnePrice = ({ cheapest, dearest }: RandomOfferReply): boolean =>
  cheapest !== null && dearest !== null && sameAmount(cheapest, dearest)

function priceText(offer: RandomOfferReply, tokens: readonly ListedToken[]): string | null {
  const { cheapest, dearest, verifiable } = offer
  if (cheapest === null || dearest === null) return null
  const price = exactValue(cheapest, tokens)
  if (isOnePrice(offer)) return price
  if (verifiable) return t('first those at {price}', { price })
  return t('{least} to {most}', { least: exactFigures(cheapest), most: exactValue(dearest, tokens) })
}
