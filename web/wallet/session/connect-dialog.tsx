import { useEffect, useState } from 'react'
import { formatXrpExact } from '#contract/rules/amounts.ts'
import type { WalletName } from '#contract/rules/wallets.ts'
import { t, rich, slot } from '#web/messages.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { HelpLink } from '#web/kit/help-link.tsx'
import { RetryButton } from '#web/kit/retry-button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import css from './connect-dialog.module.css'
import { closeConnect } from './connect-prompt.ts'
import { pendingStorage, savePendingConnect } from './pending-connect.ts'
import { useConnectFlow } from './use-connect-flow.ts'
import { cancelInWallet } from '#web/wallet/signers/take-to-wallet.ts'
import { useChosenWallet } from './use-chosen-wallet.ts'
import { WalletChoice } from './wallet-choice.tsx'
import { WalletPrompt } from './wallet-prompt.tsx'
import { WishedWork } from './wished-work.tsx'

const connectTexts = {
  title: t('Connect Wallet'),
  description: t('Sign in with your wallet. Your keys never leave it.'),
  afterwards: t('You are connected as soon as you have approved it there.'),
}
const signingInAgain = {
  title: t('Sign in again'),
  description: t(
    'Your last sign-in is more than an hour old. Your input is saved and sent after you have signed in.',
  ),
  afterwards: t('It continues as soon as you have approved it there.'),
}

/**
 * Two checkboxes and a choice of wallets, then the QR code, a link to the app, or instructions for the browser's
 * wallet. Rendered only while open. `returningAccount` is the account that signs in again and has already agreed to the
 * terms.
 */
export function ConnectDialog({ returningAccount }: { returningAccount: string | null }) {
  const { flow, ask } = useConnectFlow(returningAccount)
  const [privacy, setPrivacy] = useState(false)
  const [terms, setTerms] = useState(false)
  const { installed, chosenWallet, pick } = useChosenWallet(returningAccount)
  const hasAgreed = returningAccount !== null || (privacy && terms)
  const words = returningAccount === null ? connectTexts : signingInAgain

  useEffect(() => {
    if (hasAgreed && chosenWallet !== null && flow.step === 'terms') void ask(chosenWallet)
  }, [hasAgreed, chosenWallet, flow.step, ask])

  const references = flow.step === 'waiting' ? flow.references : null
  const drop = () => {
    if (references?.wallet !== undefined) void cancelInWallet(references.uuid)
  }
  const choose = (next: WalletName) => {
    drop()
    pick(next)
    if (flow.step === 'waiting') void ask(next)
  }
  const leave = () => {
    drop()
    savePendingConnect(pendingStorage(), null)
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
          <RetryButton
            error={flow.error}
            look="primary"
            wide
            onClick={() => void ask(chosenWallet ?? 'xaman')}
          />
        </div>
      ) : (
        <>
          {returningAccount === null && (
            <>
              {flow.step !== 'waiting' && <WishedWork />}
              {flow.step !== 'waiting' && (
                <Agreements privacy={privacy} setPrivacy={setPrivacy} terms={terms} setTerms={setTerms} />
              )}
              <WalletChoice
                installed={installed}
                chosenWallet={references === null ? chosenWallet : (references.wallet ?? 'xaman')}
                onChoose={choose}
                isRequested={references !== null}
                isNext={hasAgreed && chosenWallet === null && flow.step === 'terms'}
              />
            </>
          )}
          {flow.step === 'terms' ? (
            <p role="status" className={css.next}>
              {hasAgreed ? t('Choose a wallet.') : t('Accept both to continue.')}
            </p>
          ) : (
            <WalletPrompt
              references={references}
              opened={flow.step === 'waiting' && flow.opened}
              loading={flow.step === 'asking'}
              afterwards={words.afterwards}
              onCancel={leave}
            />
          )}
          {returningAccount === null && flow.step !== 'waiting' && <Newcomer />}
        </>
      )}
    </Dialog>
  )
}

/** First steps for a user without a wallet, who needs an app, a little XRP and some minutes. */
function Newcomer() {
  const { baseReserveDrops, ownerReserveDrops } = useSettings()
  const reserve = BigInt(baseReserveDrops) + 2n * BigInt(ownerReserveDrops)
  return (
    <div className={css.newcomer}>
      <HelpLink topic="wallet">{t('No wallet yet?')}</HelpLink>
      <p className={css.quiet}>
        {t(
          'Getting started takes about ten minutes: install Xaman, then fund it with the price plus {xrpExact} XRP, which the ledger sets aside.',
          { xrpExact: formatXrpExact(reserve) },
        )}
      </p>
    </div>
  )
}

interface AgreementsProps {
  privacy: boolean
  setPrivacy: (agreed: boolean) => void
  terms: boolean
  setTerms: (agreed: boolean) => void
}

function Agreements({ privacy, setPrivacy, terms, setTerms }: AgreementsProps) {
  return (
    <div className={css.boxes}>
      <Checkbox checked={privacy} onChange={setPrivacy}>
        {rich('I agree to the <link>Privacy Policy</link>', {
          link: (
            <a href="/legal/privacy" target="_blank" rel="noopener" className={css.link}>
              {slot}
            </a>
          ),
        })}
      </Checkbox>
      <Checkbox checked={terms} onChange={setTerms}>
        {rich('I have read and agree to the <link>Terms</link>', {
          link: (
            <a href="/legal/terms" target="_blank" rel="noopener" className={css.link}>
              {slot}
            </a>
          ),
        })}
      </Checkbox>
    </div>
  )
}
