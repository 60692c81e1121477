import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import {
  dropsToXrp,
  formatXrpExact,
  maxDrops,
  parseXrp,
  readableDecimal,
  tooMuchXrp,
} from '#worker/contract/amounts.ts'
import { minimumOfferDrops } from '#worker/contract/fees.ts'
import { m, rich, slot } from '#web/messages.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/error.ts'
import { useBuyerProblem } from '#web/wallet/buyer-problem.ts'
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
import { nftRequest } from '#web/wallet/requests/nft-request.ts'
import { useSigning } from '#web/wallet/requests/use-signing.ts'
import { asAWhole, useOneSignature } from '#web/wallet/session/use-one-signature.ts'

import { WorkSummary } from '#web/wallet/work-summary.tsx'
import summary from '#web/wallet/work-summary.module.css'

interface DialogProps {
  work: DemandWork
  onClose: () => void
}

/** Shows the whole price. After confirmation the item is reserved and minted for the buyer, who signs once. */
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
  const price = demand.priceDrops
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
      { purpose: 'demand_buy', amount: price, retry: { act: 'buy_now', ...access } },
    )
    await ask('buyDemandItem', { body }, draft)
  }
  return (
    <ConfirmDialog
      title={m.trade_buy_dialog_buy({ nftTitle: nftTitle(nft) })}
      description={
        whole
          ? m.trade_demand_dialogs_minted_same_moment({ asAWhole })
          : m.trade_demand_dialogs_marketplace_mints_takes_few
      }
      action={price === null ? null : m.common_continue_in_wallet}
      busy={busy || promo.checking}
      purpose="demand_buy"
      refusal={refusal?.message ?? problem?.message ?? null}
      barred={problem !== null}
      onConfirm={() => void buy()}
      onClose={onClose}
    >
      {price !== null && (
        <>
          <WorkSummary nft={{ metadata: nft.metadata, collectionInfo: collection }}>
            <p className={summary.quiet}>{m.trade_buy_dialog_total_you_pay}</p>
            <p className={summary.total}>{formatXrpExact(BigInt(price))} XRP</p>
          </WorkSummary>
          <DemandRows priceDrops={price} transferFee={nft.transferFee} />
          <BalanceNote costDrops={BigInt(price)} />
        </>
      )}
      <PromoField promo={promo} />
      <p className={css.quiet}>
        {rich.trade_demand_dialogs_held_15_minutes_unpaid({
          link: <HelpLink topic="on-demand">{slot}</HelpLink>,
        })}
      </p>
    </ConfirmDialog>
  )
}

/** Runs a call that needs no signature and tracks whether it is busy or was refused. */
function useUnsignedCall(onDone: () => void, { removed = false }: { removed?: boolean } = {}) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true)
    setRefusal(null)
    try {
      await work()
      onDone()
      // A removed item must not be refetched.
      await client.invalidateQueries({ predicate: ({ queryKey }) => !removed || queryKey[0] !== 'getNft' })
    } catch (error) {
      setRefusal(sentenceOf(error))
      setBusy(false)
    }
  }
  return { busy, refusal, run }
}

const done = m.trade_demand_dialogs_request_completed_successfully
const tooLow = m.trade_demand_dialogs_price_least_0_1

export function SetPriceDialog({ work, onClose }: DialogProps) {
  const { demand, nft } = work
  const [text, setText] = useState(
    demand.priceDrops === null ? '' : readableDecimal(dropsToXrp(BigInt(demand.priceDrops))),
  )
  const [tried, setTried] = useState(false)
  const { busy, refusal, run } = useUnsignedCall(() => {
    announce({ title: done, tone: 'good' })
    onClose()
  })
  const drops = parseXrp(text)
  const wrong = drops === null || drops < minimumOfferDrops ? tooLow : drops > maxDrops ? tooMuchXrp : null
  const save = () => {
    setTried(true)
    if (drops === null || wrong !== null) return
    const body = { nftDatabaseID: demand.nftDatabaseID, amount: drops.toString() }
    void run(() => call('priceDemandItem', { body }))
  }
  return (
    <ConfirmDialog
      title={m.trade_demand_dialogs_price_of({ nftTitle: nftTitle(nft) })}
      description={m.trade_demand_dialogs_nothing_signed_minted_somebody}
      action={m.trade_demand_dialogs_set_the_price}
      busy={busy}
      refusal={refusal}
      onConfirm={save}
      onClose={onClose}
    >
      <Field
        label={m.common_price}
        value={text}
        onChange={setText}
        suffix="XRP"
        inputMode="decimal"
        error={tried ? wrong : null}
      />
      {drops !== null && wrong === null && (
        <DemandRows priceDrops={drops.toString()} transferFee={nft.transferFee} />
      )}
    </ConfirmDialog>
  )
}

export function RemoveDialog({ work, onClose }: DialogProps) {
  const { demand, nft, collection } = work
  const navigate = useNavigate()
  const client = useQueryClient()
  const [removed, setRemoved] = useState(false)
  const { busy, refusal, run } = useUnsignedCall(
    () => {
      markRemoved(client, demand.nftDatabaseID)
      setRemoved(true)
    },
    { removed: true },
  )
  const body = { nftDatabaseID: demand.nftDatabaseID }
  const leave = () => {
    onClose()
    if (collection !== null) void navigate({ to: '/collection/$id/items', params: { id: collection._id } })
  }
  if (removed)
    return (
      <ConfirmDialog
        title={done}
        description={m.trade_demand_dialogs_is_removed_from_sale({ nftTitle: nftTitle(nft) })}
        action={null}
        busy={false}
        refusal={null}
        onConfirm={leave}
        onClose={leave}
      />
    )
  return (
    <ConfirmDialog
      title={m.trade_demand_dialogs_remove({ nftTitle: nftTitle(nft) })}
      description={m.trade_demand_dialogs_taken_sale_good_if}
      action={m.trade_demand_actions_remove_nft}
      busy={busy}
      refusal={refusal}
      onConfirm={() => void run(() => call('removeDemandItem', { body }))}
      onClose={onClose}
    />
  )
}
