import { Menu } from '@base-ui/react/menu'
import { Link } from '@tanstack/react-router'
import { Check, MenuIcon, Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { t } from '#web/messages.ts'
import { setCurrency, useCurrencies } from '#web/kit/amounts/fiat.ts'
import { currencyTitle } from '#web/kit/amounts/fiat-names.ts'
import icon from '#web/ui/icon-button.module.css'
import css from '#web/ui/menu.module.css'
import { useAccount } from '#web/wallet/session/session.ts'
import { setTheme, useTheme } from './theme.ts'
import { useBrokerFee } from './broker-fee-button.tsx'
import { sitePages } from './site-pages.ts'

const menuPages = sitePages.filter(({ inMenu }) => inMenu)

/** The pages of the site as a menu, for phones. */
export function MainMenu({ opened }: { opened: boolean }) {
  const account = useAccount()
  // The menu stays closed until the portal's container exists.
  const [place, setPlace] = useState<HTMLDivElement | null>(null)
  const [open, setOpen] = useState(opened)
  const theme = useTheme()
  const fees = useBrokerFee()
  const { currency, offered } = useCurrencies()
  const otherTheme = theme === 'dark' ? 'light' : 'dark'
  return (
    <div ref={setPlace}>
      <Menu.Root open={open && place !== null} onOpenChange={setOpen}>
        <Menu.Trigger className={icon.button} aria-label={t('Menu')} title={t('Menu')}>
          <MenuIcon size={18} aria-hidden="true" />
        </Menu.Trigger>
        <Menu.Portal container={place}>
          <Menu.Positioner className={css.positioner} align="end" sideOffset={8}>
            <Menu.Popup className={css.popup}>
              {menuPages.map(({ to, title }) => (
                <Menu.Item key={to} className={css.item} render={<Link to={to} />}>
                  {title}
                </Menu.Item>
              ))}
              {account !== null && (
                <Menu.Item className={css.item} render={<Link to="/notifications" />}>
                  {t('Notifications')}
                </Menu.Item>
              )}
              <Menu.Item className={css.item} onClick={fees.show}>
                {t('Fees')}
              </Menu.Item>
              <Menu.Item className={css.item} render={<Link to="/help" />}>
                {t('Help')}
              </Menu.Item>
              <Menu.Item className={css.item} onClick={() => setTheme(otherTheme)}>
                {otherTheme === 'light' ? (
                  <Sun size={16} aria-hidden="true" />
                ) : (
                  <Moon size={16} aria-hidden="true" />
                )}
                {otherTheme === 'light' ? t('Switch to the light theme') : t('Switch to the dark theme')}
              </Menu.Item>
              <Menu.RadioGroup value={currency} onValueChange={setCurrency}>
                {offered.map((code) => (
                  <Menu.RadioItem key={code} value={code} className={css.item} closeOnClick>
                    <Check
                      size={16}
                      aria-hidden="true"
                      visibility={code === currency ? 'visible' : 'hidden'}
                    />
                    {currencyTitle(code)}
                  </Menu.RadioItem>
                ))}
              </Menu.RadioGroup>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      {fees.dialog}
    </div>
  )
}
