import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { dropsToXrp, isDrops, parseXrp, readableDecimal } from '#contract/rules/amounts.ts'
import { amountOfDrops, dropsOfAmount } from '#contract/rules/sale-amounts.ts'
import { t, rich, slot } from '#web/messages.ts'
import { call } from '#web/api/call.ts'
import { useBuyerProblem } from '#web/wallet/buyer-problem.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { exactValue } from '#web/kit/amounts/currency.ts'
import { priceProblem } from '#web/kit/amounts/price-problem.ts'
import { useCurrencyName } from '#web/kit/amounts/use-currency-name.ts'
import { DemandRows } from '#web/kit/amounts/demand-rows.tsx'
import type { DemandWork } from '#web/kit/nfts/demand-work.ts'
import { HelpLink } from '#web/kit/help-link.tsx'
import { nftTitle } from '#web/kit/nfts/nft-title.ts'
import { markRemoved } from '#web/kit/nfts/queries.ts'
import { PromoField, usePromoCode } from '#web/kit/promo-code.tsx'
import { Field } from '#web/ui/field.tsx'
import { announce } from '#web/ui/toasts.ts'
import { BalanceNote } from '#web/wallet/balance-note.tsx'
import css from '#web/wallet/confirm-dialog.module.css'
import { ConfirmDialog } from '#web/wallet/confirm-dialog.tsx'
import { TrustLineNote } from '#web/wallet/trust-lines/trust-line-note.tsx'
import { nftRequest } from '#web/wallet/requests/nft-request.ts'
import { useSigning } from '#web/wallet/requests/use-signing.ts'
import { asAWhole, useOneSignature } from '#web/wallet/session/use-one-signature.ts'

import { WorkSummary } from '#web/wallet/work-summary.tsx'
import summary from '#web/wallet/work-summary.module.css'

interface DialogProps {
  work: DemandWork
  onClose: () => void
}

/** Shows the total price. After confirmation, reserves the item and mints it for the buyer, who signs once. */
export function BuyDemandDialog({
  work,
  promoCode,
  onClose,
}: DialogProps & { promoCode: string | undefined }) {
  const { nft, demand, collection } = work
  const { busy, refusal, ask } = useSigning(onClose)
  const promo = usePromoCode(collection?._id ?? null, promoCode)
  const problem = useBuyerProblem(collection?._id ?? null)
  const whole = useOneSignature() === true
  const { price } = demand
  const { tokens } = useSettings()
  const buy = async () => {
    const access = await promo.check()
    if (access === null) return
    const body = {
      nftDatabaseID: demand.nftDatabaseID,
      ...(price === null ? {} : { expectedAmount: price }),
      ...access,
    }
    const draft = nftRequest(
      { ...nft, nftokenID: demand.nftDatabaseID },
      { action: 'buyOnDemand', amount: price, retry: { action: 'buyNow', ...access } },
    )
    await ask('buyOnDemand', { body }, draft)
  }
  return (
    <ConfirmDialog
      title={t('Buy {nftTitle}', { nftTitle: nftTitle(nft) })}
      description={
        whole
          ? t('{asAWhole} It is minted for you at the same time.', { asAWhole })
          : t(
              'The marketplace mints it for you, which takes a few seconds. Then you sign once: payment and NFT change hands together.',
            )
      }
      action={price === null ? null : t('Continue in your wallet')}
      busy={busy || promo.checking}
      signs="buyOnDemand"
      refusal={refusal ?? problem?.message ?? null}
      barred={problem !== null}
      onConfirm={() => void buy()}
      onClose={onClose}
    >
      {price !== null && (
        <>
          <WorkSummary nft={nft} collection={collection?.name ?? null}>
            <p className={summary.quiet}>{t('Total you pay')}</p>
            <p className={summary.total}>{exactValue(price, tokens)}</p>
          </WorkSummary>
          <DemandRows price={price} transferFee={nft.transferFee} payees={demand.payees} />
          {isDrops(price) ? (
            <BalanceNote costDrops={BigInt(price)} />
          ) : (
            <TrustLineNote
              amount={price}
              needs={price.value}
              receives={false}
              retry={{ nftokenID: demand.nftDatabaseID, intent: { action: 'buyNow', promoCode } }}
            />
          )}
        </>
      )}
      <PromoField promo={promo} />
      <p className={css.quiet}>
        {rich(
          'It is held for you for 15 minutes. Unpaid items go back on sale; the limit is three unpaid items a day. <link>How buying on demand works</link>',
          {
            link: <HelpLink topic="on-demand">{slot}</HelpLink>,
          },
        )}
      </p>
    </ConfirmDialog>
  )
}

/** Runs a call that needs no signature and tracks whether it is pending or was refused. */
function useUnsignedCall(onDone: () => void, { isRemoval = false }: { isRemoval?: boolean } = {}) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Error | null>(null)
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true)
    setRefusal(null)
    try {
      await work()
      onDone()
      // A removed item must not be refetched.
      await client.invalidateQueries({ predicate: ({ queryKey }) => !isRemoval || queryKey[0] !== 'getNft' })
    } catch (error) {
      setRefusal(error instanceof Error ? error : new Error())
      setBusy(false)
    }
  }
  return { busy, refusal, run }
}

const message = t('Request completed successfully')

export function SetPriceDialog({ work, onClose }: DialogProps) {
  const { demand, nft } = work
  const currency = work.collection?.currency ?? null
  const unit = useCurrencyName(currency)
  const [text, setText] = useState(
    demand.price === null ? '' : readableDecimal(dropsToXrp(dropsOfAmount(demand.price) ?? 0n)),
  )
  const [isSubmitted, setSubmitted] = useState(false)
  const { busy, refusal, run } = useUnsignedCall(() => {
    announce({ title: message, tone: 'good' })
    onClose()
  })
  const drops = parseXrp(text)
  const wrong = priceProblem(drops, currency)
  const save = () => {
    setSubmitted(true)
    if (drops === null || wrong !== null) return
    const body = { nftDatabaseID: demand.nftDatabaseID, amount: amountOfDrops(drops, currency) }
    void run(() => call('priceDemandItem', { body }))
  }
  return (
    <ConfirmDialog
      title={t('Price of {nftTitle}', { nftTitle: nftTitle(nft) })}
      description={t(
        'No signature is needed: it is minted when someone buys it. The marketplace keeps 2 % of the price.',
      )}
      action={t('Set the price')}
      busy={busy}
      refusal={refusal}
      onConfirm={save}
      onClose={onClose}
    >
      <Field
        label={t('Price')}
        value={text}
        onChange={setText}
        suffix={unit}
        inputMode="decimal"
        error={isSubmitted ? wrong : null}
      />
      {currency !== null && (
        <TrustLineNote amount={{ ...currency, value: '0' }} needs="0" receives retry={null} />
      )}
      {drops !== null && wrong === null && (
        <DemandRows
          price={amountOfDrops(drops, currency)}
          transferFee={nft.transferFee}
          payees={demand.payees}
        />
      )}
    </ConfirmDialog>
  )
}

export function RemoveDialog({ work, onClose }: DialogProps) {
  const { demand, nft, collection } = work
  const navigate = useNavigate()
  const client = useQueryClient()
  const [isRemoved, setRemoved] = useState(false)
  const { busy, refusal, run } = useUnsignedCall(
    () => {
      markRemoved(client, demand.nftDatabaseID)
      setRemoved(true)
    },
    { isRemoval: true },
  )
  const body = { nftDatabaseID: demand.nftDatabaseID }
  const leave = () => {
    onClose()
    if (collection !== null) void navigate({ to: '/collection/$id/items', params: { id: collection._id } })
  }
  if (isRemoved)
    return (
      <ConfirmDialog
        title={message}
        description={t('{nftTitle} is removed from sale.', { nftTitle: nftTitle(nft) })}
        action={null}
        busy={false}
        refusal={null}
        onConfirm={leave}
        onClose={leave}
      />
    )
  return (
    <ConfirmDialog
      title={t('Remove {nftTitle}', { nftTitle: nftTitle(nft) })}
      description={t(
        'It is permanently taken off sale. If it was minted for a buyer who did not pay, the marketplace burns it.',
      )}
      action={t('Remove NFT')}
      busy={busy}
      refusal={refusal}
      onConfirm={() => void run(() => call('removeDemandItem', { body }))}
      onClose={onClose}
    />
  )
}
