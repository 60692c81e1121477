import type { DrawProgress, PendingStage } from '#worker/contract/sign-requests.ts'
import { m } from '#web/messages.ts'

export interface RequestStep {
  name: string
  note: string
  state: 'done' | 'now' | 'later'
}

const order: Record<PendingStage, number> = { drawing: 0, waiting: 0, opened: 0, validating: 1, brokering: 2 }

const phases = { asked: 0, anchored: 1, drawn: 2 } as const

const drawSteps = [
  { name: m.wallet_request_steps_number_goes_ledger, note: m.wallet_request_steps_nobody_can_change },
  { name: m.wallet_request_steps_the_next_ledger_decides, note: m.wallet_request_steps_nobody_knows_it_yet },
  { name: m.wallet_request_steps_drew_brought, note: m.wallet_request_steps_sealed_until_paid },
]

/** The steps of a draw, and of a purchase through wallet, ledger and marketplace. */
export function requestSteps(stage: PendingStage, brokered: boolean, draw?: DrawProgress): RequestStep[] {
  const before = draw === undefined ? [] : drawSteps
  const reached =
    draw !== undefined && stage === 'drawing' ? phases[draw.phase] : before.length + order[stage]
  const steps = [
    ...before,
    {
      name: m.wallet_request_steps_sign_wallet,
      note:
        stage === 'opened'
          ? m.wallet_request_steps_opened_in_your_wallet
          : m.wallet_request_steps_waiting_for_your_wallet,
    },
    { name: m.wallet_request_steps_the_ledger_validates_it, note: m.wallet_request_steps_a_few_seconds },
    ...(brokered
      ? [
          {
            name: m.wallet_request_steps_marketplace_hands_work_over,
            note: m.wallet_request_steps_completes_even_if_leave,
          },
        ]
      : []),
  ]
  return steps.map((step, index) => ({
    ...step,
    state: index < reached ? 'done' : index === reached ? 'now' : 'later',
  }))
}
