import type { SignReferences } from '#contract/schemas/sign-requests.ts'
import { t } from '#web/messages.ts'
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
  /** Null until the request exists. Its space is reserved. */
  references: SignReferences | null
  opened: boolean
  loading?: boolean
  /** Sentence about what happens after signing. */
  afterwards: string
}

/** Passes a request to the wallet: a QR code with the time left, or on phones a button that opens the app. */
export function SignPrompt({ references, opened, loading = false, afterwards }: SignPromptProps) {
  const mobile = useMobile()
  const now = useNow(1000)
  // The request can no longer be opened. If it was opened in time, it can still be signed.
  const isExpired = references !== null && !opened && Date.parse(references.expiresAt) <= now
  const usable = isExpired ? null : references
  const place = isExpired ? t('This request has expired ...') : undefined
  return (
    <div className={css.prompt}>
      {mobile ? (
        <PhonePrompt references={usable} idle={loading ? t('Preparing the request ...') : place} />
      ) : (
        <DesktopPrompt references={usable} loading={loading} idle={place} />
      )}
      <div className={css.words} role="status">
        {usable !== null && (
          <p>{opened ? t('Opened in your wallet. Approve it there.') : whatToDo(usable, mobile)}</p>
        )}
        {references !== null && (
          <p className={css.quiet}>
            {isExpired ? t('If you have just signed it, the result appears here in a moment.') : afterwards}
          </p>
        )}
      </div>
      {usable?.signInCode !== undefined && <SignInCode wallet="xaman" code={usable.signInCode} />}
      {usable !== null && <TimeLeft until={usable.expiresAt} />}
    </div>
  )
}

function whatToDo({ pushed: isPushed }: SignReferences, mobile: boolean): string {
  if (isPushed)
    return mobile
      ? t('Sent to your phone. Open Xaman to sign it.')
      : t('Sent to your phone. Or scan the code with Xaman.')
  return mobile
    ? t('Open Xaman, check the request and sign it.')
    : t('Scan the code with Xaman, check the request and sign it.')
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
      <QrCode value={references.next.always} label={t('QR code of the request: scan it with Xaman')} />
      <a href={references.next.always} target="_blank" rel="noopener" className={css.link}>
        {t('Wallet on this device? Open it here')}
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
        {t('Open Xaman')}
      </ButtonLink>
      {/* Fallback, because many other apps do not open app links, and the wallet may be on another device. */}
      <Button look="outline" wide onClick={() => void copyText(link, t('Link'))}>
        {t('Copy link')}
      </Button>
      <details className={disclosure.disclosure}>
        <summary>{t('Show a QR code for another device')}</summary>
        <QrCode value={link} label={t('QR code of the request: scan it with Xaman')} />
      </details>
    </>
  )
}
