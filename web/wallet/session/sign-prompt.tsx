import type { SignReferences } from '#worker/contract/sign-requests.ts'
import { m } from '#web/messages.ts'
import { copyText } from '#web/kit/share-link.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import disclosure from '#web/ui/disclosure.module.css'
import { QrCode } from '#web/ui/qr-code.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useMobile } from '#web/ui/use-mobile.ts'
import { useNow } from '#web/ui/use-now.ts'
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
  const now = useNow(1000)
  // Nobody can open it any more. What was opened in time can still be signed.
  const expired = references !== null && !opened && Date.parse(references.expiresAt) <= now
  const usable = expired ? null : references
  const place = expired ? m.wallet_prompt_parts_this_request_has_expired : idle
  return (
    <div className={css.prompt}>
      {mobile ? (
        <PhonePrompt
          references={usable}
          idle={loading ? m.wallet_sign_prompt_preparing_the_request : place}
        />
      ) : (
        <DesktopPrompt references={usable} loading={loading} idle={place} />
      )}
      <div className={css.words} role="status">
        {usable !== null && (
          <p>{opened ? m.wallet_sign_prompt_opened_wallet_approve : whatToDo(usable, mobile)}</p>
        )}
        {references !== null && (
          <p className={css.quiet}>{expired ? m.wallet_sign_prompt_expired_wait : afterwards}</p>
        )}
      </div>
      {usable?.signInCode !== undefined && <SignInCode wallet="xaman" code={usable.signInCode} />}
      {usable !== null && <TimeLeft until={usable.expiresAt} />}
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
  const { always: link } = references.next
  return (
    <>
      <ButtonLink look="primary" size="large" wide href={link}>
        {m.wallet_sign_prompt_open_xaman}
      </ButtonLink>
      {/* Links to apps do not open within many other apps, and the wallet may be on another device. */}
      <Button look="outline" wide onClick={() => void copyText(link, m.kit_share_link_link)}>
        {m.kit_share_menu_copy_link}
      </Button>
      <details className={disclosure.disclosure}>
        <summary>{m.wallet_sign_prompt_second_device}</summary>
        <QrCode value={link} label={m.wallet_sign_prompt_qr_code_request_scanned} />
      </details>
    </>
  )
}
