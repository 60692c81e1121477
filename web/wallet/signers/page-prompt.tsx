import type { SignReferences } from '#contract/schemas/sign-requests.ts'
import { type PageWallet, walletTable } from '#contract/rules/wallets.ts'
import { t } from '#web/messages.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useMobile } from '#web/ui/use-mobile.ts'
import { useNow } from '#web/ui/use-now.ts'
import { SignInCode, TimeLeft } from '#web/wallet/session/prompt-parts.tsx'
import css from '#web/wallet/session/sign-prompt.module.css'
import { askWallet, cancelRequest, useWalletAsk } from './ask-wallet.ts'

/** Time without an answer after which the wallet's window may be hidden behind the page. */
const slowMs = 20_000

interface PagePromptProps {
  references: SignReferences
  wallet: PageWallet
  /** Sentence about what happens after signing. */
  afterwards: string
  /** Called to end the request, instead of rejecting it. */
  onCancel?: () => void
}

/** A request to the browser's wallet: instructions, problems, and ways to cancel. */
export function PagePrompt({ references, wallet, afterwards, onCancel }: PagePromptProps) {
  const { uuid, expiresAt, signInCode } = references
  const ask = useWalletAsk(uuid)
  const { title } = walletTable[wallet]
  const isExpired = Date.parse(expiresAt) <= useNow(1000)
  const link = ask?.step === 'asking' && !isExpired ? ask.link : null
  const repeat = () => void askWallet(uuid, wallet)
  const cancel = onCancel ?? (() => void cancelRequest(uuid))
  return (
    <div className={`${css.prompt} ${css.own}`}>
      {ask?.step === 'problem' ? (
        <p role="alert" className={css.problem}>
          {ask.sentence}
        </p>
      ) : (
        <div className={css.words} role="status">
          {ask === null && (
            <p>
              {t(
                '{wallet, select, walletconnect {This request is waiting for your wallet.} other {This request is waiting for {title}.}}',
                { wallet, title },
              )}
            </p>
          )}
          {link !== null && <Link link={link} />}
          {ask?.step === 'asking' && link === null && <Waiting wallet={wallet} since={ask.since} />}
          <p className={css.quiet}>{afterwards}</p>
        </div>
      )}
      {signInCode !== undefined && link === null && <SignInCode wallet={wallet} code={signInCode} />}
      <div className={css.ways}>
        <Button look={ask?.step === 'asking' ? 'outline' : 'primary'} onClick={repeat}>
          {ask === null
            ? t('{wallet, select, walletconnect {Ask your wallet} other {Ask {title}}}', { wallet, title })
            : t('Ask again')}
        </Button>
        <Button look="quiet" onClick={cancel}>
          {t('Cancel')}
        </Button>
      </div>
      <TimeLeft until={expiresAt} />
    </div>
  )
}

/** The link that connects a wallet: scan it, open it on this device, or copy it. */
function Link({ link }: { link: string }) {
  const mobile = useMobile()
  if (mobile)
    return (
      <div className={css.connection}>
        <ButtonLink look="primary" size="large" wide href={link}>
          {t('Open your wallet')}
        </ButtonLink>
        <p className={css.ways}>
          {t('Or copy the address into it')}
          <CopyButton text={link} subject={t('link')} />
        </p>
      </div>
    )
  return (
    <div className={css.connection}>
      <QrCode value={link} label={t('QR code to connect: scan it with your wallet')} />
      <p>{t('Scan the code with your wallet.')}</p>
      <p className={css.ways}>
        <a href={link} className={css.link}>
          {t('Wallet on this device? Open it here')}
        </a>
        <CopyButton text={link} subject={t('link')} />
      </p>
    </div>
  )
}

function Waiting({ wallet, since }: { wallet: PageWallet; since: number }) {
  const { title } = walletTable[wallet]
  const slow = useNow(1000) - since > slowMs
  return (
    <>
      <p className={css.asking}>
        <Spinner />
        <span>
          {t('{wallet, select, walletconnect {Confirm in your wallet.} other {Confirm in {title}.}}', {
            wallet,
            title,
          })}
        </span>
      </p>
      <p className={css.quiet}>
        {slow
          ? t(
              '{wallet, select, walletconnect {Your wallet has not responded yet. Open it: its notification may have been lost.} other {{title} has not responded yet. Its window may be behind this one.}}',
              { wallet, title },
            )
          : t(
              '{wallet, select, walletconnect {Check the request there and sign it.} other {Check the request in its window and sign it. Unlock it first if it asks for that.}}',
              { wallet },
            )}
      </p>
    </>
  )
}
