import type { DrawProgress, PendingStage } from '#worker/contract/sign-requests.ts'

export interface RequestStep {
  name: string
  note: string
  state: 'done' | 'now' | 'later'
}

const order: Record<PendingStage, number> = { drawing: 0, waiting: 0, opened: 0, validating: 1, brokering: 2 }

const phases = { asked: 0, anchored: 1, drawn: 2 } as const

const drawSteps = [
  { name: 'Your number goes to the ledger', note: 'From then on nobody can change it' },
  { name: 'The next ledger decides', note: 'Nobody knows it yet' },
  { name: 'What you drew is brought to you', note: 'Sealed, until it is paid for' },
]

/** The steps of a draw, and of a purchase through wallet, ledger and marketplace. */
export function requestSteps(stage: PendingStage, brokered: boolean, draw?: DrawProgress): RequestStep[] {
  const before = draw === undefined ? [] : drawSteps
  const reached =
    draw !== undefined && stage === 'drawing' ? phases[draw.phase] : before.length + order[stage]
  const steps = [
    ...before,
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
    state: index < reached ? 'done' : index === reached ? 'now' : 'later',
  }))
}
