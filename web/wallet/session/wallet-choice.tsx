import { type PageWallet, type WalletName, walletTable } from '#contract/rules/wallets.ts'
import { t } from '#web/messages.ts'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { useMobile } from '#web/ui/use-mobile.ts'
import { extensions, useWalletConnect } from './use-chosen-wallet.ts'
import css from './wallet-choice.module.css'

interface WalletChoiceProps {
  installed: readonly PageWallet[]
  chosen: WalletName | null
  onChoose: (wallet: WalletName) => void
  /** True if the chosen wallet has been asked. Then links to get others are no longer useful. */
  asked: boolean
  /** True if choosing a wallet is the next step: the first one then looks like the button that it is. */
  isNext: boolean
}

/** The wallets to connect with: those in this browser, then Xaman, then where to get the others. */
export function WalletChoice({ installed, chosen, onChoose, asked, isNext }: WalletChoiceProps) {
  const mobile = useMobile()
  const offered = useWalletConnect()
  // No phone browser takes these extensions.
  const missingExtensions =
    mobile || asked ? [] : extensions.filter(({ wallet }) => !installed.includes(wallet))
  const row = (wallet: WalletName, note: string) => (
    <label key={wallet} className={css.row}>
      <input
        type="radio"
        name="wallet"
        className={css.input}
        checked={chosen === wallet}
        onChange={() => onChoose(wallet)}
      />
      <span className={css.name}>{walletTable[wallet].title}</span>
      <span className={css.note}>{note}</span>
    </label>
  )
  return (
    <fieldset className={css.wallets} data-next={isNext || undefined}>
      <legend className={css.legend}>{t('Wallet')}</legend>
      {installed.map((wallet) => row(wallet, t('In this browser')))}
      {row('xaman', t('Phone app'))}
      {offered && row('walletconnect', t('Other wallets'))}
      {missingExtensions.map(({ wallet, href }) => (
        <p key={wallet} className={css.row} data-missing>
          <span className={css.name}>{walletTable[wallet].title}</span>
          <ExternalLink href={href}>{t('Get it')}</ExternalLink>
        </p>
      ))}
    </fieldset>
  )
}
