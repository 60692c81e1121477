import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { formatXrpExact } from '#worker/contract/amounts.ts'
import { operationQuery } from '#web/api/queries.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { closeTrade, useBeginTrade, useTrade } from '#web/wallet/trade-intent.ts'
import panel from './action-panel.module.css'
import { useSession } from '#web/wallet/session/session.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { formatShortWait } from '#web/ui/durations.ts'
import { useNow } from '#web/ui/use-now.ts'
import { type DemandWork, marketplaceSells } from '#web/kit/nfts/demand-work.ts'

const load = () => import('./demand-dialogs.tsx')
const BuyDemandDialog = lazy(async () => ({ default: (await load()).BuyDemandDialog }))
const SetPriceDialog = lazy(async () => ({ default: (await load()).SetPriceDialog }))
const RemoveDialog = lazy(async () => ({ default: (await load()).RemoveDialog }))

const MinterNote = lazy(async () => ({
  default: (await import('#web/wallet/requests/minter-note.tsx')).MinterNote,
}))

/** What the viewer can do with an item that is minted on demand: its issuer prices or removes it, others buy it. */
export function DemandActions({ work }: { work: DemandWork }) {
  const { nft, demand, collection } = work
  const id = demand.nftDatabaseID
  const session = useSession()
  const viewer = session.state === 'connected' ? session.account : null
  const { owner } = useSettings()
  const intent = useTrade(id)
  const begin = useBeginTrade(id)
  const [managing, setManaging] = useState<'price' | 'remove' | null>(null)
  useEffect(() => () => closeTrade(), [])
  const drawn = demand.hidden || collection?.random === true
  const close = () => setManaging(null)
  const held = useQuery({
    ...operationQuery('getReservation', { query: { id } }),
    enabled: demand.reserved && viewer !== null && viewer !== nft.issuer,
  })
  const heldUntil = demand.reserved ? (held.data?.until ?? null) : null
  const note = heldUntil === null ? barOf(work, viewer === owner) : null
  return (
    <>
      <div className={panel.actions}>
        {viewer === nft.issuer ? (
          <div className={panel.panel} data-bottom-bar>
            <Button look="primary" size="large" onClick={() => setManaging('price')}>
              {demand.priceDrops === null ? 'Set a price' : 'Change the price'}
            </Button>
            <Button size="large" onClick={() => setManaging('remove')}>
              Remove NFT
            </Button>
          </div>
        ) : drawn ? (
          collection !== null && (
            <div className={panel.panel} data-bottom-bar>
              <Link
                to="/collection/$id/items"
                params={{ id: collection._id }}
                className={buttonClass('primary', 'large')}
              >
                Random buy
              </Link>
            </div>
          )
        ) : (
          demand.priceDrops !== null && (
            <div className={panel.panel} data-bottom-bar>
              <Button
                look="primary"
                size="large"
                disabled={note !== null}
                onClick={() => begin({ act: 'buy_now' })}
                onPointerEnter={() => void load()}
              >
                Buy Now {formatXrpExact(BigInt(demand.priceDrops))} XRP
              </Button>
            </div>
          )
        )}
        {heldUntil !== null && <HeldNote until={heldUntil} />}
        {note !== null && viewer !== nft.issuer && <p className={panel.note}>{note}</p>}
      </div>
      {session.state === 'connected' && (
        <Suspense fallback={null}>
          {viewer === nft.issuer && <MinterNote session={session} quiet />}
          {intent?.act === 'buy_now' && (
            <BuyDemandDialog work={work} session={session} onClose={closeTrade} />
          )}
          {managing === 'price' && <SetPriceDialog work={work} session={session} onClose={close} />}
          {managing === 'remove' && <RemoveDialog work={work} session={session} onClose={close} />}
        </Suspense>
      )}
    </>
  )
}

/** For whom asked to buy it and has not paid yet: on another device, or after the dialog was closed. */
function HeldNote({ until }: { until: string }) {
  const now = useNow(1000)
  const left = Date.parse(until) - now
  return (
    <p className={panel.note}>
      It is held for you{left > 0 && ` for ${formatShortWait(left)} more`}: Buy Now goes on with the same
      request.
    </p>
  )
}

/** Why it cannot be bought now. */
function barOf({ demand, collection }: DemandWork, isOwner: boolean): string | null {
  if (demand.priceDrops === null) return null
  if (isOwner) return marketplaceSells
  if (collection?.notAnnounced === true) return 'This collection has not been announced yet.'
  return demand.reserved ? 'Somebody is just buying it. If they do not pay, it comes back in a while.' : null
}
