import type { SignReferences } from '#worker/contract/sign-requests.ts'
import { type PageWallet, walletTable } from '#worker/contract/wallets.ts'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
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
          {ask === null ? (
            <p>This request waits for {title}.</p>
          ) : (
            <Waiting title={title} since={ask.since} />
          )}
          <p className={css.quiet}>{afterwards}</p>
        </div>
      )}
      {signInCode !== undefined && <SignInCode wallet={title} code={signInCode} />}
      <div className={css.ways}>
        <Button look={ask?.step === 'asking' ? 'outline' : 'primary'} onClick={again}>
          {ask === null ? `Ask ${title}` : 'Ask again'}
        </Button>
        <Button look="quiet" onClick={cancel}>
          Cancel
        </Button>
      </div>
      <TimeLeft until={expiresAt} />
    </div>
  )
}

function Waiting({ title, since }: { title: string; since: number }) {
  const slow = useNow(1000) - since > slowMs
  return (
    <>
      <p className={css.asking}>
        <Spinner />
        <span>Confirm in {title}.</span>
      </p>
      <p className={css.quiet}>
        {slow
          ? `${title} has not answered yet. Its window may be behind this one.`
          : 'Check the request in its window and sign it. Unlock it first if it asks for that.'}
      </p>
    </>
  )
}
