import { Menu } from '@base-ui/react/menu'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  Activity,
  ArrowLeftRight,
  Check,
  Eraser,
  HandCoins,
  Heart,
  Images,
  Inbox,
  Layers,
  LogOut,
  MonitorOff,
  Plus,
  UserPen,
  Wallet,
} from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { shortenAddress } from '#contract/rules/accounts.ts'
import { formatXrpExact } from '#contract/rules/amounts.ts'
import { t } from '#web/messages.ts'
import { Balance } from '#web/wallet/balance-note.tsx'
import { sentenceOf } from '#web/api/error.ts'
import { usePerson } from '#web/api/people.ts'
import { operationQuery } from '#web/api/queries.ts'
import { useHasOwnerPowers } from '#web/api/use-settings.ts'
import { Avatar } from '#web/kit/accounts/avatar.tsx'
import { FiatBeside } from '#web/kit/amounts/fiat-beside.tsx'
import { deadOffersQuery } from '#web/wallet/dead-offers/queries.ts'
import { removeDevice } from '#web/kit/push/push-device.ts'
import menu from '#web/ui/menu.module.css'
import { announce } from '#web/ui/toasts.ts'
import { lazyCode } from '#web/ui/lazy-code.ts'
import css from './avatar-menu.module.css'
import { openTray } from '#web/wallet/requests/request-store.ts'
import { disconnect } from '#web/wallet/session/session.ts'
import { signOutEverywhere } from '#web/wallet/session/sign-out-everywhere.ts'
import { useSigningWay } from '#web/wallet/session/use-signing-way.ts'

const CleanUpDialog = lazyCode(
  async () => (await import('#web/wallet/dead-offers/clean-up-dialog.tsx')).CleanUpDialog,
)

const ownPages = [
  ['/account/$account/profile/nfts', t('My NFTs'), Images],
  ['/account/$account/profile/offers', t('Offers'), HandCoins],
] as const

/** The connected account with its total and spendable balance, read from the ledger when the menu opens. */
function Account({ account }: { account: string }) {
  const person = usePerson(account)
  const { data, error } = useQuery({ ...operationQuery('getBalance', {}), staleTime: 5000 })
  return (
    // A menu may contain only items, so the account is a disabled item.
    <Menu.Item disabled className={css.head}>
      <span className={css.who}>
        <Avatar account={account} size={40} />
        <span className={css.words}>
          {person?.name != null && <bdi className={css.name}>{person.name}</bdi>}
          <span className={css.quiet}>{shortenAddress(account)}</span>
        </span>
      </span>
      <span className={css.quiet}>{t('Balance')}</span>
      <span className={css.amount}>
        {data === undefined && error !== null ? (
          t('not known now')
        ) : (
          <Balance drops={data === undefined ? null : BigInt(data.balanceDrops)} />
        )}
      </span>
      {data !== undefined && (
        <>
          <span className={css.quiet}>
            <FiatBeside amount={data.balanceDrops} />
          </span>
          <span className={css.spendable}>
            <span>{t('Above the reserve')}</span>
            <Balance drops={BigInt(data.spendableDrops)} />
          </span>
        </>
      )}
    </Menu.Item>
  )
}

/**
 * Switches to one transaction at a time for wallets that require it, and back. Shown if the marketplace would otherwise
 * request several at once.
 */
function SigningWay() {
  const { isAsked, cannot, change } = useSigningWay()
  if (!isAsked) return null
  return (
    <Menu.CheckboxItem
      className={menu.item}
      checked={!cannot}
      disabled={change.isPending}
      onCheckedChange={(can) =>
        change.mutate(can, { onError: (error) => announce({ title: sentenceOf(error), tone: 'bad' }) })
      }
    >
      <span className={css.box} aria-hidden="true">
        <Menu.CheckboxItemIndicator>
          <Check size={12} strokeWidth={3} />
        </Menu.CheckboxItemIndicator>
      </span>
      {t('My wallet signs several transactions at once')}
    </Menu.CheckboxItem>
  )
}

/** Signs out and stops notifications on this device. */
function leave() {
  disconnect()
  // The server has already removed the device at sign-out.
  void removeDevice(false).catch(() => undefined)
}

/** The connected account and its actions. */
export function AvatarMenu({ account }: { account: string }) {
  const { data: dead } = useQuery(deadOffersQuery(account))
  const hasOwnerPowers = useHasOwnerPowers(account)
  const [isCleaning, setCleaning] = useState(false)
  const count = dead?.offers.length ?? 0
  const place = useRef<HTMLDivElement>(null)
  return (
    <div ref={place}>
      <Menu.Root>
        <Menu.Trigger className={css.trigger} title={account}>
          <Avatar account={account} size={24} />
          <span className={css.account}>{shortenAddress(account)}</span>
        </Menu.Trigger>
        <Menu.Portal container={place}>
          <Menu.Positioner className={menu.positioner} align="end" sideOffset={8}>
            <Menu.Popup className={`${menu.popup} ${css.popup}`}>
              <Account account={account} />
              <Menu.Item
                className={menu.item}
                render={<Link to="/account/$account/profile" params={{ account }} />}
              >
                <Wallet size={16} aria-hidden="true" />
                {t('View Wallet')}
              </Menu.Item>
              {ownPages.map(([to, name, Icon]) => (
                <Menu.Item key={to} className={menu.item} render={<Link to={to} params={{ account }} />}>
                  <Icon size={16} aria-hidden="true" />
                  {name}
                </Menu.Item>
              ))}
              <Menu.Item className={menu.item} render={<Link to="/swap" />}>
                <ArrowLeftRight size={16} aria-hidden="true" />
                {t('Swaps')}
              </Menu.Item>
              <Menu.Item className={menu.item} render={<Link to="/bids" />}>
                <Layers size={16} aria-hidden="true" />
                {t('Standing bids')}
              </Menu.Item>
              <Menu.Item className={menu.item} render={<Link to="/watchlist" />}>
                <Heart size={16} aria-hidden="true" />
                {t('Watchlist')}
              </Menu.Item>
              <Menu.Item className={menu.item} onClick={openTray}>
                <Inbox size={16} aria-hidden="true" />
                {t('Requests')}
              </Menu.Item>
              <Menu.Separator className={css.line} />
              <Menu.Item className={menu.item} render={<Link to="/create" />}>
                <Plus size={16} aria-hidden="true" />
                {t('Create')}
              </Menu.Item>
              <Menu.Item
                className={menu.item}
                render={<Link to="/account/$account/edit" params={{ account }} />}
              >
                <UserPen size={16} aria-hidden="true" />
                {t('Edit profile')}
              </Menu.Item>
              {hasOwnerPowers && (
                <Menu.Item className={menu.item} render={<Link to="/admin" />}>
                  <Activity size={16} aria-hidden="true" />
                  {t('Operations')}
                </Menu.Item>
              )}
              <SigningWay />
              {dead !== undefined && count > 0 && (
                <Menu.Item className={menu.item} onClick={() => setCleaning(true)}>
                  <Eraser size={16} aria-hidden="true" />
                  {t(
                    '{count, plural, one {# dead offer locks {xrp} XRP} other {# dead offers lock {xrp} XRP}}',
                    {
                      count,
                      xrp: formatXrpExact(BigInt(dead.reserveDrops)),
                    },
                  )}
                </Menu.Item>
              )}
              <Menu.Separator className={css.line} />
              <Menu.Item className={menu.item} onClick={leave}>
                <LogOut size={16} aria-hidden="true" />
                {t('Disconnect')}
              </Menu.Item>
              <Menu.Item className={menu.item} onClick={() => void signOutEverywhere()}>
                <MonitorOff size={16} aria-hidden="true" />
                {t('Sign out everywhere')}
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      <Suspense fallback={null}>
        {isCleaning && dead !== undefined && count > 0 && (
          <CleanUpDialog dead={dead} account={account} onClose={() => setCleaning(false)} />
        )}
      </Suspense>
    </div>
  )
}
