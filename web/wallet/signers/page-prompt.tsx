import type { SignReferences } from '#worker/contract/sign-requests.ts'
import { type PageWallet, walletTable } from '#worker/contract/wallets.ts'
import { m } from '#web/messages.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useMobile } from '#web/ui/use-mobile.ts'
import { useNow } from '#web/ui/use-now.ts'
import { SignInCode, TimeLeft } from '#web/wallet/session/prompt-parts.tsx'
import css from '#web/wallet/session/sign-prompt.module.css'
import { askWallet, cancelRequest, useWalletAsk } from './ask-wallet.ts'

/** A wallet that has not answered for this long may have its window behind the page. */
const slowMs = 20_000

interface PagePromptProps {
  references: SignReferences
  wallet: PageWallet
  /** What happens after signing. */
  afterwards: string
  /** Ends the request in place of a rejection. */
  onCancel?: () => void
}

/** A request that this page takes to its wallet: what to do there, what is wrong, and the ways out. */
export function PagePrompt({ references, wallet, afterwards, onCancel }: PagePromptProps) {
  const { uuid, expiresAt, signInCode } = references
  const ask = useWalletAsk(uuid)
  const { title } = walletTable[wallet]
  const expired = Date.parse(expiresAt) <= useNow(1000)
  const link = ask?.step === 'asking' && !expired ? ask.link : null
  const again = () => void askWallet(uuid, wallet)
  const cancel = onCancel ?? (() => void cancelRequest(uuid))
  return (
    <div className={`${css.prompt} ${css.own}`}>
      {ask?.step === 'problem' ? (
        <p role="alert" className={css.problem}>
          {ask.sentence}
        </p>
      ) : (
        <div className={css.words} role="status">
          {ask === null && <p>{m.wallet_signers_waits({ wallet, title })}</p>}
          {link !== null && <Link link={link} />}
          {ask?.step === 'asking' && link === null && <Waiting wallet={wallet} since={ask.since} />}
          <p className={css.quiet}>{afterwards}</p>
        </div>
      )}
      {signInCode !== undefined && link === null && <SignInCode wallet={wallet} code={signInCode} />}
      <div className={css.ways}>
        <Button look={ask?.step === 'asking' ? 'outline' : 'primary'} onClick={again}>
          {ask === null ? m.wallet_signers_ask({ wallet, title }) : m.wallet_signers_ask_again}
        </Button>
        <Button look="quiet" onClick={cancel}>
          {m.wallet_signers_cancel}
        </Button>
      </div>
      <TimeLeft until={expiresAt} />
    </div>
  )
}

/** The address that connects a wallet: to be scanned, opened on this device, or copied. */
function Link({ link }: { link: string }) {
  const mobile = useMobile()
  if (mobile)
    return (
      <div className={css.connection}>
        <ButtonLink look="primary" size="large" wide href={link}>
          {m.wallet_signers_open_wallet}
        </ButtonLink>
        <p className={css.ways}>
          {m.wallet_signers_or_copy}
          <CopyButton text={link} what={m.wallet_signers_link} />
        </p>
      </div>
    )
  return (
    <div className={css.connection}>
      <QrCode value={link} label={m.wallet_signers_qr_code} />
      <p>{m.wallet_signers_scan}</p>
      <p className={css.ways}>
        <a href={link} className={css.link}>
          {m.wallet_signers_open_here}
        </a>
        <CopyButton text={link} what={m.wallet_signers_link} />
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
        <span>{m.wallet_signers_confirm({ wallet, title })}</span>
      </p>
      <p className={css.quiet}>
        {slow ? m.wallet_signers_slow({ wallet, title }) : m.wallet_signers_check({ wallet })}
      </p>
    </>
  )
}
