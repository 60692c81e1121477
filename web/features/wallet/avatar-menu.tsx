import { Menu } from '@base-ui/react/menu'
import { Link } from '@tanstack/react-router'
import { LogOut, Wallet } from 'lucide-react'
import { useRef } from 'react'
import { shortenAddress } from '#worker/contract/accounts.ts'
import { Identicon } from '#web/ui/identicon.tsx'
import menu from '#web/ui/menu.module.css'
import css from './avatar-menu.module.css'
import { disconnect } from './session.ts'

export function AvatarMenu({ account }: { account: string }) {
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
              <Menu.Item className={menu.item} onClick={disconnect}>
                <LogOut size={16} aria-hidden="true" />
                Disconnect
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </div>
  )
}
