import { type PageWallet, type WalletName, walletTable } from '#contract/rules/wallets.ts'
import { t } from '#web/messages.ts'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { useMobile } from '#web/ui/use-mobile.ts'
import { extensions, useWalletConnect } from './use-chosen-wallet.ts'
import css from './wallet-choice.module.css'

interface WalletChoiceProps {
  installed: readonly PageWallet[]
  chosenWallet: WalletName | null
  onChoose: (wallet: WalletName) => void
  /** True if a request was sent to the chosen wallet. Links to other wallets are then hidden. */
  isRequested: boolean
  /** True if choosing a wallet is the next step. The first wallet then looks like a primary button. */
  isNext: boolean
}

/** The available wallets: extensions in this browser, then Xaman, then links to the others. */
export function WalletChoice({ installed, chosenWallet, onChoose, isRequested, isNext }: WalletChoiceProps) {
  const mobile = useMobile()
  const offersWalletConnect = useWalletConnect()
  // Phone browsers do not support these extensions.
  const missingExtensions =
    mobile || isRequested ? [] : extensions.filter(({ wallet }) => !installed.includes(wallet))
  const renderRow = (wallet: WalletName, note: string) => (
    <label key={wallet} className={css.row}>
      <input
        type="radio"
        name="wallet"
        className={css.input}
        checked={chosenWallet === wallet}
        onChange={() => onChoose(wallet)}
      />
      <span className={css.name}>{walletTable[wallet].title}</span>
      <span className={css.note}>{note}</span>
    </label>
  )
  return (
    <fieldset className={css.wallets} data-next={isNext || undefined}>
      <legend className={css.legend}>{t('Wallet')}</legend>
      {installed.map((wallet) => renderRow(wallet, t('In this browser')))}
      {renderRow('xaman', t('Phone app'))}
      {offersWalletConnect && renderRow('walletconnect', t('Other wallets'))}
      {missingExtensions.map(({ wallet, href }) => (
        <p key={wallet} className={css.row} data-missing>
          <span className={css.name}>{walletTable[wallet].title}</span>
          <ExternalLink href={href}>{t('Get it')}</ExternalLink>
        </p>
      ))}
    </fieldset>
  )
}
