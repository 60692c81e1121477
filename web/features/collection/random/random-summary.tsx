import { isDrops } from '#contract/rules/amounts.ts'
import { amountOfDrops, currencyOf, dropsOfAmount } from '#contract/rules/sale-amounts.ts'
import type { CollectionInfo } from '#contract/schemas/collection-info.ts'
import type { RandomOfferReply } from '#contract/schemas/selling.ts'
import { t } from '#web/messages.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { exactFigures, exactValue } from '#web/kit/amounts/currency.ts'
import { HelpLink } from '#web/kit/help-link.tsx'
import { WorkPicture } from '#web/kit/media/work-picture.tsx'
import { BalanceNote } from '#web/wallet/balance-note.tsx'
import { TrustLineNote } from '#web/wallet/trust-lines/trust-line-note.tsx'
import { ConfirmDialog } from '#web/wallet/confirm-dialog.tsx'
import summary from '#web/wallet/work-summary.module.css'

interface RandomSummaryProps {
  collection: CollectionInfo
  offer: RandomOfferReply
  quantity: number
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** The confirm step of a random purchase: the number of draws, the maximum cost, and the next steps. */
export function RandomSummary({ collection, offer, quantity, busy, onConfirm, onClose }: RandomSummaryProps) {
  const { available, cheapest, dearest, verifiable } = offer
  const { tokens } = useSettings()
  const currency = currencyOf(cheapest ?? '0')
  const sumOf = (price: RandomOfferReply['cheapest']) =>
    (dropsOfAmount(price ?? '0') ?? 0n) * BigInt(quantity)
  const minCost = sumOf(cheapest)
  const maxCost = verifiable ? minCost : sumOf(dearest)
  const cost = amountOfDrops(maxCost, currency)
  const total = exactValue(cost, tokens)
  return (
    <ConfirmDialog
      title={
        quantity === 1
          ? t('Draw one work from {name}', { name: collection.name })
          : t('Draw {quantity} works from {name}', { quantity, name: collection.name })
      }
      description={
        quantity === 1
          ? verifiable
            ? t(
                'Every remaining work has the same chance. The ledger decides in about ten seconds; then your wallet asks you to pay. Your work is revealed as soon as you have paid.',
              )
            : t('Every remaining work has the same chance. Your work is revealed as soon as you have paid.')
          : t(
              'You sign once per draw. After each draw you see which work you got, and you can stop by rejecting the next request.',
            )
      }
      action={verifiable ? t('Draw', { context: 'verb' }) : t('Continue in your wallet')}
      busy={busy}
      signs="buyRandom"
      refusal={null}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <div className={summary.summary}>
        <span className={summary.picture}>
          <WorkPicture media={collection.thumbnail} alt="" sizes="88px" largest={300} />
        </span>
        <div className={summary.facts}>
          <p className={summary.quiet}>{quantity === 1 ? t('You pay') : t('You pay in total')}</p>
          <p className={summary.total}>
            {minCost === maxCost
              ? total
              : t('{least} to {most}', {
                  least: exactFigures(amountOfDrops(minCost, currency)),
                  most: total,
                })}
          </p>
          <p className={summary.quiet}>
            {t('{available, number} left. The price includes the marketplace fee of 2 %.', { available })}
          </p>
        </div>
      </div>
      {isDrops(cost) ? (
        <BalanceNote costDrops={BigInt(cost)} />
      ) : (
        <TrustLineNote amount={cost} needs={cost.value} receives={false} retry={null} />
      )}
      <HelpLink topic="random">{t('How draws work')}</HelpLink>
    </ConfirmDialog>
  )
}
