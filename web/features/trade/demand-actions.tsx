import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import type { OnDemand } from '#contract/schemas/nfts.ts'
import { t } from '#web/messages.ts'
import { operationQuery } from '#web/api/queries.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { closeTrade, useBeginTrade, useTrade } from '#web/wallet/trade-intent.ts'
import { isPending } from '#contract/rules/splits.ts'
import { exactValue } from '#web/kit/amounts/currency.ts'
import { lazyCode } from '#web/ui/lazy-code.ts'
import panel from './action-panel.module.css'
import { useAccount } from '#web/wallet/session/session.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { formatShortWait } from '#web/ui/durations.ts'
import { useNow } from '#web/ui/use-now.ts'
import { type BuyerProblem, useBuyerProblem } from '#web/wallet/buyer-problem.ts'
import { type DemandWork, marketplaceSells } from '#web/kit/nfts/demand-work.ts'

const load = () => import('./demand-dialogs.tsx')
const BuyDemandDialog = lazyCode(async () => (await load()).BuyDemandDialog)
const SetPriceDialog = lazyCode(async () => (await load()).SetPriceDialog)
const RemoveDialog = lazyCode(async () => (await load()).RemoveDialog)

const MinterNote = lazyCode(async () => (await import('#web/wallet/requests/minter-note.tsx')).MinterNote)

/** Actions on an on-demand item. The issuer sets the price or removes the item; everyone else can buy it. */
export function DemandActions({ work }: { work: DemandWork }) {
  const { demand } = work
  const id = demand.nftDatabaseID
  const viewer = useAccount()
  const { owner } = useSettings()
  const intent = useTrade(id)
  const beginTrade = useBeginTrade(id)
  const [openDialog, setOpenDialog] = useState<'price' | 'remove' | null>(null)
  useEffect(() => () => closeTrade(), [])
  const close = () => setOpenDialog(null)
  const role = roleOf(work, viewer)
  const heldUntil = useReservation(demand, viewer !== null && role !== 'issuer')
  const problem = useBuyerProblem(role === 'buyer' ? (work.collection?._id ?? null) : null)
  const note = heldUntil === null ? purchaseProblem(work, viewer === owner, problem) : null
  return (
    <>
      <div className={panel.actions}>
        <Buttons
          work={work}
          role={role}
          disabled={note !== null}
          onBuy={() => beginTrade({ action: 'buyNow' })}
          onManage={setOpenDialog}
        />
        {heldUntil !== null && <ReservationNote until={heldUntil} />}
        {note !== null && role !== 'issuer' && <p className={panel.note}>{note}</p>}
      </div>
      {viewer !== null && (
        <Suspense fallback={null}>
          {role === 'issuer' && <MinterNote account={viewer} quiet />}
          {intent?.action === 'buyNow' && (
            <BuyDemandDialog work={work} promoCode={intent.promoCode} onClose={closeTrade} />
          )}
          {openDialog === 'price' && <SetPriceDialog work={work} onClose={close} />}
          {openDialog === 'remove' && <RemoveDialog work={work} onClose={close} />}
        </Suspense>
      )}
    </>
  )
}

/** `drawn`: a viewer of a work sold by random buy only. The issuer keeps the issuer's actions. */
type Role = 'issuer' | 'drawn' | 'buyer'

function roleOf({ nft, demand, collection }: DemandWork, viewer: string | null): Role {
  if (viewer === nft.issuer) return 'issuer'
  return demand.hidden || collection?.random === true ? 'drawn' : 'buyer'
}

/** Returns when the viewer's reservation ends; null without a reservation. */
function useReservation({ nftDatabaseID: id, reserved }: OnDemand, isEnabled: boolean): string | null {
  const { data } = useQuery({
    ...operationQuery('getReservation', { query: { id } }),
    enabled: reserved && isEnabled,
    // The next reservation may follow within seconds.
    staleTime: 0,
  })
  return reserved ? (data?.until ?? null) : null
}

interface ButtonsProps {
  work: DemandWork
  role: Role
  disabled: boolean
  onBuy: () => void
  onManage: (what: 'price' | 'remove') => void
}

function Buttons({ work: { demand, collection }, role, disabled, onBuy, onManage }: ButtonsProps) {
  const { tokens } = useSettings()
  if (role === 'issuer')
    return (
      <div className={panel.panel} data-bottom-bar>
        <Button look="primary" size="large" onClick={() => onManage('price')}>
          {demand.price === null ? t('Set a price') : t('Change the price')}
        </Button>
        <Button size="large" onClick={() => onManage('remove')}>
          {t('Remove NFT')}
        </Button>
      </div>
    )
  if (role === 'drawn')
    return collection === null ? null : (
      <div className={panel.panel} data-bottom-bar>
        <Link
          to="/collection/$id/items"
          params={{ id: collection._id }}
          className={buttonClass('primary', 'large')}
        >
          {t('Random buy')}
        </Link>
      </div>
    )
  return demand.price === null ? null : (
    <div className={panel.panel} data-bottom-bar>
      <Button
        look="primary"
        size="large"
        disabled={disabled}
        onClick={onBuy}
        onPointerEnter={() => void load()}
      >
        {t('Buy Now {price}', { price: exactValue(demand.price, tokens) })}
      </Button>
    </div>
  )
}

/** Reminds buyers to pay, for example on another device or after they closed the dialog. */
function ReservationNote({ until }: { until: string }) {
  const now = useNow(1000)
  const msLeft = Date.parse(until) - now
  return (
    <p className={panel.note}>
      {msLeft > 0
        ? t('It is held for you for {time} more: Buy Now continues with the same request.', {
            time: formatShortWait(msLeft),
          })
        : t('It is held for you: Buy Now continues with the same request.')}
    </p>
  )
}

/** Returns why the item cannot be bought now; null if it can. */
function purchaseProblem(
  { demand, collection }: DemandWork,
  isOwner: boolean,
  problem: BuyerProblem | null,
): string | null {
  if (demand.price === null) return null
  if (isOwner) return marketplaceSells
  if (collection?.notAnnounced === true) return t('This collection has not been announced yet.')
  if (problem !== null) return problem.message
  if (isPending(demand)) return t('Nothing can be sold until all payees have agreed.')
  return demand.reserved
    ? t("Someone is buying this right now. If they don't pay, it becomes available again.")
    : null
}
