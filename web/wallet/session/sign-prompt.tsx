import type { SignReferences } from '#worker/contract/sign-requests.ts'
import { m } from '#web/messages.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useMobile } from '#web/ui/use-mobile.ts'
import { SignInCode, TimeLeft } from './prompt-parts.tsx'
import css from './sign-prompt.module.css'

export interface SignPromptProps {
  /** Null until there is a request. Its space is reserved. */
  references: SignReferences | null
  opened: boolean
  loading?: boolean
  /** Shown in place of the QR code until there is one. */
  idle?: string
  /** What happens after signing. */
  afterwards: string
}

/** Hands a request to the wallet: a QR code with the time left, or on a phone a button that opens the app. */
export function SignPrompt({ references, opened, loading = false, idle, afterwards }: SignPromptProps) {
  const mobile = useMobile()
  return (
    <div className={css.prompt}>
      {mobile ? (
        <PhonePrompt
          references={references}
          idle={loading ? m.wallet_sign_prompt_preparing_the_request : idle}
        />
      ) : (
        <DesktopPrompt references={references} loading={loading} idle={idle} />
      )}
      <div className={css.words} role="status">
        {references !== null && (
          <p>{opened ? m.wallet_sign_prompt_opened_wallet_approve : whatToDo(references, mobile)}</p>
        )}
        {references !== null && <p className={css.quiet}>{afterwards}</p>}
      </div>
      {references?.signInCode !== undefined && <SignInCode wallet="xaman" code={references.signInCode} />}
      {references !== null && <TimeLeft until={references.expiresAt} />}
    </div>
  )
}

function whatToDo({ pushed }: SignReferences, mobile: boolean): string {
  if (pushed)
    return mobile ? m.wallet_sign_prompt_sent_phone_open_xaman : m.wallet_sign_prompt_sent_phone_scan_code
  return mobile ? m.wallet_sign_prompt_open_xaman_check_request : m.wallet_sign_prompt_scan_code_xaman_check
}

function DesktopPrompt({
  references,
  loading,
  idle,
}: {
  references: SignReferences | null
  loading: boolean
  idle?: string
}) {
  if (references === null) {
    return <div className={css.place}>{loading ? <Spinner /> : <span>{idle}</span>}</div>
  }
  return (
    <>
      <QrCode value={references.next.always} label={m.wallet_sign_prompt_qr_code_request_scanned} />
      <a href={references.next.always} target="_blank" rel="noopener" className={css.link}>
        {m.wallet_signers_open_here}
      </a>
    </>
  )
}

function PhonePrompt({ references, idle }: { references: SignReferences | null; idle?: string }) {
  if (references === null) return <div className={css.phonePlace}>{idle}</div>
  return (
    <ButtonLink look="primary" size="large" wide href={references.next.always}>
      {m.wallet_sign_prompt_open_xaman}
    </ButtonLink>
  )
}
