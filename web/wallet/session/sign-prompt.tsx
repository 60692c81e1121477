import type { SignReferences } from '#worker/contract/sign-requests.ts'
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
        <PhonePrompt references={references} idle={loading ? 'Preparing the request ...' : idle} />
      ) : (
        <DesktopPrompt references={references} loading={loading} idle={idle} />
      )}
      <div className={css.words} role="status">
        {references !== null && (
          <p>{opened ? 'Opened in your wallet. Approve it there.' : whatToDo(references, mobile)}</p>
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
    return mobile
      ? 'Sent to your phone. Open Xaman to sign it.'
      : 'Sent to your phone. Or scan the code with Xaman.'
  return mobile
    ? 'Open Xaman, check the request and sign it.'
    : 'Scan the code with Xaman, check the request and sign it.'
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
      <QrCode value={references.next.always} label="QR code of the request, to be scanned with Xaman" />
      <a href={references.next.always} target="_blank" rel="noopener" className={css.link}>
        Wallet on this device? Open it here
      </a>
    </>
  )
}

function PhonePrompt({ references, idle }: { references: SignReferences | null; idle?: string }) {
  if (references === null) return <div className={css.phonePlace}>{idle}</div>
  return (
    <ButtonLink look="primary" size="large" wide href={references.next.always}>
      Open Xaman
    </ButtonLink>
  )
}
