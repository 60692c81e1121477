import type { DrawProgress, PendingStage } from '#contract/schemas/sign-requests.ts'
import { t } from '#web/messages.ts'

export interface RequestStep {
  name: string
  note: string
  state: 'done' | 'now' | 'later'
}

const order: Record<PendingStage, number> = { drawing: 0, waiting: 0, opened: 0, validating: 1, brokering: 2 }

const phases = { asked: 0, anchored: 1, drawn: 2 } as const

const drawSteps = [
  { name: t('Your draw is registered'), note: t('From then on nobody can change it') },
  { name: t('The next ledger decides'), note: t('Nobody knows it yet') },
  { name: t('Your work is reserved, sealed'), note: t('Revealed once you have paid') },
]

/** Returns the steps of a draw, or of a purchase through wallet, ledger and marketplace. */
export function requestSteps(stage: PendingStage, isBrokered: boolean, draw?: DrawProgress): RequestStep[] {
  const before = draw === undefined ? [] : drawSteps
  const reachedStep =
    draw !== undefined && stage === 'drawing' ? phases[draw.phase] : before.length + order[stage]
  const steps = [
    ...before,
    {
      name: t('You sign in your wallet'),
      note: stage === 'opened' ? t('Opened in your wallet') : t('Waiting for your wallet'),
    },
    { name: t('The ledger validates it'), note: t('A few seconds') },
    ...(isBrokered
      ? [
          {
            name: t('The marketplace hands the work over'),
            note: t('It completes even if you leave'),
          },
        ]
      : []),
  ]
  return steps.map((step, index) => ({
    ...step,
    state: index < reachedStep ? 'done' : index === reachedStep ? 'now' : 'later',
  }))
}
