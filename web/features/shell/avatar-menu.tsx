import { Menu } from '@base-ui/react/menu'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Activity, ArrowLeftRight, Eraser, LogOut, MonitorOff, Wallet } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { shortenAddress } from '#worker/contract/accounts.ts'
import { formatXrpExact } from '#worker/contract/amounts.ts'
import { useHasOwnerPowers } from '#web/api/use-settings.ts'
import { deadOffersQuery } from '#web/wallet/dead-offers/queries.ts'
import { Identicon } from '#web/ui/identicon.tsx'
import menu from '#web/ui/menu.module.css'
import css from './avatar-menu.module.css'
import { disconnect } from '#web/wallet/session/session.ts'
import { signOutEverywhere } from '#web/wallet/session/sign-out-everywhere.ts'

const CleanUpDialog = lazy(async () => ({
  default: (await import('#web/wallet/dead-offers/clean-up-dialog.tsx')).CleanUpDialog,
}))

/** The connected account and its actions. */
export function AvatarMenu({ account }: { account: string }) {
  const { data: dead } = useQuery(deadOffersQuery(account))
  const hasOwnerPowers = useHasOwnerPowers(account)
  const [cleaning, setCleaning] = useState(false)
  const count = dead?.offers.length ?? 0
  const place = useRef<HTMLDivElement>(null)
  return (
    <div ref={place}>
      <Menu.Root>
        <Menu.Trigger className={css.trigger} title={account}>
          <Identicon seed={account} size={24} />
          <span className={css.account}>{shortenAddress(account)}</span>
        </Menu.Trigger>
        <Menu.Portal container={place}>
          <Menu.Positioner className={menu.positioner} align="end" sideOffset={8}>
            <Menu.Popup className={menu.popup}>
              <Menu.Item
                className={menu.item}
                render={<Link to="/account/$account/profile" params={{ account }} />}
              >
                <Wallet size={16} aria-hidden="true" />
                View Wallet
              </Menu.Item>
              <Menu.Item className={menu.item} render={<Link to="/swap" />}>
                <ArrowLeftRight size={16} aria-hidden="true" />
                Swaps
              </Menu.Item>
              {hasOwnerPowers && (
                <Menu.Item className={menu.item} render={<Link to="/admin" />}>
                  <Activity size={16} aria-hidden="true" />
                  Operations
                </Menu.Item>
              )}
              {dead !== undefined && count > 0 && (
                <Menu.Item className={menu.item} onClick={() => setCleaning(true)}>
                  <Eraser size={16} aria-hidden="true" />
                  {count === 1 ? '1 dead offer locks' : `${count} dead offers lock`}{' '}
                  {formatXrpExact(BigInt(dead.reserveDrops))} XRP
                </Menu.Item>
              )}
              <Menu.Item className={menu.item} onClick={disconnect}>
                <LogOut size={16} aria-hidden="true" />
                Disconnect
              </Menu.Item>
              <Menu.Item className={menu.item} onClick={() => void signOutEverywhere()}>
                <MonitorOff size={16} aria-hidden="true" />
                Sign out everywhere
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      <Suspense fallback={null}>
        {cleaning && dead !== undefined && count > 0 && (
          <CleanUpDialog dead={dead} account={account} onClose={() => setCleaning(false)} />
        )}
      </Suspense>
    </div>
  )
}
