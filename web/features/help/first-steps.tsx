import { t, rich, slot } from '#web/messages.ts'
import { ExternalLink } from '#web/ui/external-link.tsx'
import type { HelpSection, Reserves } from './help-section.ts'

/** Returns what a visitor needs before the first purchase. */
export const firstSteps = ({ base }: Reserves): HelpSection[] => [
  {
    id: 'wallet',
    title: t('Getting a wallet'),
    text: (
      <>
        <ol>
          <li>
            {rich(
              'Install the Xaman app on your phone (<link>xaman.app</link>) and create an account in it. Write down its secret and show it to nobody; OPX never asks for it.',
              {
                link: <ExternalLink href="https://xaman.app">{slot}</ExternalLink>,
              },
            )}
          </li>
          <li>
            {rich(
              'Send XRP to the account, for example from an exchange. The ledger keeps the first {base} XRP as a <link>reserve</link>.',
              {
                base,
                link: <a href="#reserves">{slot}</a>,
              },
            )}
          </li>
          <li>
            {t(
              'Choose Connect Wallet at the top of this site. On a computer, scan the QR code with Xaman; on a phone, the app opens. The code in the app must be the one shown here.',
            )}
          </li>
        </ol>
        <p>
          {rich(
            'On a computer, you can also use the browser extensions GemWallet (<gemwallet>gemwallet.app</gemwallet>) and Crossmark (<crossmark>crossmark.io</crossmark>). They sign one transaction at a time, so a purchase takes two steps, and swaps need Xaman.',
            {
              gemwallet: <ExternalLink href="https://gemwallet.app">{slot}</ExternalLink>,
              crossmark: <ExternalLink href="https://crossmark.io">{slot}</ExternalLink>,
            },
          )}
        </p>
        <p>
          {t(
            'Signing in costs nothing and moves no funds. Your session ends when you choose Disconnect, or Sign out everywhere for all your devices.',
          )}
        </p>
      </>
    ),
  },
  {
    id: 'opx',
    title: t('What OPX is'),
    text: (
      <>
        <p>
          {t(
            'OPX is a marketplace for NFTs on the XRP Ledger. Artists publish works here, and collectors buy, sell, bid on and swap them.',
          )}
        </p>
        <p>
          {t(
            'Works and money stay in your own account on the ledger. OPX never holds your keys: you sign every change to your account in your wallet, and you see the full price first. Anything shown as complete is final on the ledger.',
          )}
        </p>
        <p>
          {rich(
            'Press {kbd} to search, and <kbd2>Ctrl</kbd2>+{kbd3} or {kbd4}+{kbd3} to go to a page, one of your works or a setting. At the bottom of every page you can choose the currency shown beside XRP amounts.',
            {
              kbd: <kbd>/</kbd>,
              kbd2: <kbd>{slot}</kbd>,
              kbd3: <kbd>K</kbd>,
              kbd4: <kbd>⌘</kbd>,
            },
          )}
        </p>
      </>
    ),
  },
]
