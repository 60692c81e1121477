import { useEffect, useState } from 'react'
import { HelpLink } from '#web/kit/help-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import css from './connect-dialog.module.css'
import { closeConnect } from './connect-prompt.ts'
import { savePendingConnect } from './pending-connect.ts'
import { SignPrompt } from './sign-prompt.tsx'
import { useConnectFlow } from './use-connect-flow.ts'

const connecting = {
  title: 'Connect Wallet',
  description: 'Sign in with the Xaman app. Your keys never leave it.',
  afterwards: 'You are connected as soon as you have approved it there.',
}
const signingInAgain = {
  title: 'Sign in again',
  description:
    'Your last sign-in is more than an hour old. What you entered is kept and sent after this one.',
  afterwards: 'It goes on as soon as you have approved it there.',
}

/**
 * Two checkboxes, then the QR code or a link to the app. Rendered only while open. `again` is the account that signs in again
 * and has already agreed to the terms.
 */
export function ConnectDialog({ again }: { again: string | null }) {
  const { flow, ask } = useConnectFlow(again)
  const [privacy, setPrivacy] = useState(false)
  const [terms, setTerms] = useState(false)
  const agreed = again !== null || (privacy && terms)
  const words = again === null ? connecting : signingInAgain

  useEffect(() => {
    if (agreed && flow.step === 'terms') void ask()
  }, [agreed, flow.step, ask])

  const leave = () => {
    savePendingConnect(sessionStorage, null)
    closeConnect('left')
  }
  return (
    <Dialog open onClose={leave} size="small" title={words.title} description={words.description}>
      {flow.step === 'over' ? (
        <div className={css.over}>
          <p role="alert" className={css.sentence}>
            {flow.sentence}
          </p>
          <p className={css.quiet}>{flow.aside}</p>
          <Button look="primary" wide onClick={() => void ask()}>
            Try Again
          </Button>
        </div>
      ) : (
        <>
          {flow.step !== 'waiting' && again === null && (
            <div className={css.boxes}>
              <Checkbox checked={privacy} onChange={setPrivacy}>
                I agree to the{' '}
                <a href="/legal/privacy" target="_blank" rel="noopener" className={css.link}>
                  Privacy Policy
                </a>
              </Checkbox>
              <Checkbox checked={terms} onChange={setTerms}>
                I have read and agree to the{' '}
                <a href="/legal/terms" target="_blank" rel="noopener" className={css.link}>
                  Terms
                </a>
              </Checkbox>
            </div>
          )}
          <SignPrompt
            references={flow.step === 'waiting' ? flow.references : null}
            opened={flow.step === 'waiting' && flow.opened}
            loading={flow.step === 'asking'}
            idle="Accept both to continue."
            afterwards={words.afterwards}
          />
          {again === null && <HelpLink topic="wallet">No wallet yet?</HelpLink>}
        </>
      )}
    </Dialog>
  )
}
