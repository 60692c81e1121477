import { Check } from 'lucide-react'
import { Suspense } from 'react'
import { t, rich, slot } from '#web/messages.ts'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { asAWhole } from '#web/wallet/session/use-one-signature.ts'
import { WalletPrompt } from '#web/wallet/session/wallet-prompt.tsx'
import { lazyCode } from '#web/ui/lazy-code.ts'
import { SigningChoice } from './signing-choice.tsx'
import { HelpLink } from '#web/kit/help-link.tsx'
import css from './pending-request.module.css'
import type { RequestRecord } from './request-record.ts'
import { requestSteps } from './request-steps.ts'
import { isPurchase } from './request-result.ts'
import { RequestWork } from './request-work.tsx'
import { actionWords } from './action-words.ts'

const GoneNotice = lazyCode(async () => (await import('./gone-notice.tsx')).GoneNotice)
const DrawWaiting = lazyCode(async () => (await import('./draw-waiting.tsx')).DrawWaiting)

/** An open request: what to do, the time left, and what happens next. Shows the QR code until the wallet has signed. */
export function PendingRequest({ record, onRetry }: { record: RequestRecord; onRetry: () => void }) {
  const { references, receipt } = record
  const draw =
    record.reply?.draw ?? (receipt === undefined ? undefined : { ...receipt, phase: 'asked' as const })
  const stage = record.reply?.stage ?? (references === null ? 'drawing' : 'waiting')
  const words = actionWords[record.action]
  const isUnsigned = stage === 'waiting' || stage === 'opened'
  // Signing would be useless, so the notice replaces the prompt and the steps.
  const isGone = isUnsigned && record.isGone === true
  return (
    <div className={css.pending} data-unsigned={isUnsigned || stage === 'drawing'}>
      {stage === 'drawing' && (
        <Suspense fallback={<div />}>
          <DrawWaiting draw={draw} />
        </Suspense>
      )}
      {record.label !== undefined && (
        <div className={css.work}>
          <RequestWork record={record} label={record.label} />
        </div>
      )}
      {isUnsigned && isPurchase(record) && record.nftokenID !== null && (
        <Suspense fallback={null}>
          <GoneNotice record={record} nftokenID={record.nftokenID} />
        </Suspense>
      )}
      {isUnsigned && !isGone && (
        <WalletPrompt
          references={references}
          opened={stage === 'opened'}
          afterwards={references?.oneSignature === true ? asAWhole : words.afterwards}
        />
      )}
      {!isGone && (
        <Course record={record} stage={stage} draw={draw} isUnsigned={isUnsigned} onRetry={onRetry} />
      )}
    </div>
  )
}

interface CourseProps {
  record: RequestRecord
  stage: Parameters<typeof requestSteps>[0]
  draw: Parameters<typeof requestSteps>[2]
  isUnsigned: boolean
  onRetry: () => void
}

/** The amount, the steps until the request is final, and other ways to sign. */
function Course({ record, stage, draw, isUnsigned, onRetry }: CourseProps) {
  const words = actionWords[record.action]
  return (
    <div className={css.course}>
      {record.amount !== null && (
        <>
          <p className={css.label}>{words.label}</p>
          <p className={css.amount}>
            <AmountText amount={record.amount} />
          </p>
        </>
      )}
      <ol className={css.steps} aria-label={t('Progress')}>
        {requestSteps(stage, record.brokered, draw).map(({ name, note, state }) => (
          <li
            key={name}
            className={css.step}
            data-state={state}
            aria-current={state === 'now' ? 'step' : undefined}
          >
            <span className={css.mark} aria-hidden="true">
              {state === 'done' && <Check size={12} strokeWidth={3} />}
            </span>
            <span>
              {name}
              {state === 'now' && <span className={css.note}>{note}</span>}
            </span>
          </li>
        ))}
      </ol>
      {isUnsigned && record.retry !== null && <SigningChoice record={record} onChanged={onRetry} />}
      <p className={css.leave}>
        {rich(
          'You can close this window. It stays under Requests. <link>What does a signature cost?</link>',
          {
            link: <HelpLink topic="signatures">{slot}</HelpLink>,
          },
        )}
      </p>
    </div>
  )
}
