import type { PendingStage } from '#worker/contract/sign-requests.ts'

export interface RequestStep {
  name: string
  note: string
  state: 'done' | 'now' | 'later'
}

const order: Record<PendingStage, number> = { waiting: 0, opened: 0, validating: 1, brokering: 2 }

/** The steps of a purchase through wallet, ledger and marketplace. */
export function requestSteps(stage: PendingStage, brokered: boolean): RequestStep[] {
  const steps = [
    {
      name: 'You sign in your wallet',
      note: stage === 'opened' ? 'Opened in your wallet' : 'Waiting for your wallet',
    },
    { name: 'The ledger validates it', note: 'A few seconds' },
    ...(brokered
      ? [{ name: 'The marketplace hands the work over', note: 'It completes even if you leave' }]
      : []),
  ]
  return steps.map((step, index) => ({
    ...step,
    state: index < order[stage] ? 'done' : index === order[stage] ? 'now' : 'later',
  }))
}
