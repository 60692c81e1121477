import { sentence } from '#contract/words/sentence.ts'
import { expect, test } from 'vitest'
import { type SignEvent, transitions } from '#worker/domain/sign-request/transition.ts'
import type { ValidatedTransaction } from '#worker/ledger/ledger-json.ts'

type State = (typeof states)[number]

const states = ['drawing', 'created', 'signed', 'success', 'failed', 'rejected', 'expired'] as const
const events: SignEvent[] = [
  'drawn',
  'undrawn',
  'opened',
  'page_opened',
  'handed_in',
  'signed',
  'signed_in',
  'part_signed',
  'mismatched',
  'rejected',
  'expired',
  'forgotten',
  'succeeded',
  'refused',
  'carried_out',
  'undone',
  'lost',
]

/** The expected next state. An event that is not listed changes nothing. */
const expected: Record<State, Partial<Record<SignEvent, State>>> = {
  drawing: { drawn: 'created', undrawn: 'failed' },
  created: {
    opened: 'created',
    page_opened: 'created',
    handed_in: 'signed',
    signed: 'signed',
    signed_in: 'success',
    part_signed: 'success',
    mismatched: 'failed',
    rejected: 'rejected',
    expired: 'expired',
    forgotten: 'expired',
  },
  expired: { signed: 'signed', signed_in: 'success', part_signed: 'success', mismatched: 'failed' },
  signed: {
    succeeded: 'success',
    refused: 'failed',
    carried_out: 'success',
    undone: 'failed',
    lost: 'failed',
  },
  success: {},
  failed: {},
  rejected: {},
}

test('every event is covered', () => {
  expect(Object.keys(transitions).toSorted()).toEqual(events.toSorted())
})

test.each(states.flatMap((state) => events.map((event) => [state, event] as const)))(
  'a request in state %s handles %s as in the table',
  (state, event) => {
    const { from, to } = transitions[event]
    expect(from.includes(state) ? to : undefined).toBe(expected[state][event])
  },
)

const at = new Date('2026-11-22T12:00:00Z')
const validated = (result: string): ValidatedTransaction => ({
  hash: 'A'.repeat(64),
  ledgerIndex: 7,
  closedAt: at,
  tx: { TransactionType: 'NFTokenBurn', Account: 'rrrrrrrrrrrrrrrrrrrrrhoLvTp' },
  meta: { AffectedNodes: [], TransactionIndex: 0, TransactionResult: result },
})
const signature = { txid: 'B'.repeat(64), blob: '12', lastLedger: 9, dispatchedResult: null }

test('each event stores its data', () => {
  const { opened, signed, signed_in, mismatched, rejected, expired, forgotten, succeeded, refused, lost } =
    transitions
  const resolvedAt = at
  expect(opened.change(null, at)).toEqual({ opened: true })
  expect(signed.change(signature, at)).toEqual({ ...signature, signedAt: at })
  expect(signed_in.change({ account: 'rA' }, at)).toEqual({ account: 'rA', resolvedAt })
  const reason = { code: 'wrong_network' as const, message: 'Another network.' }
  expect(mismatched.change(reason, at)).toEqual({ ...reason, resolvedAt })
  expect(rejected.change(null, at)).toMatchObject({ code: 'rejected', resolvedAt })
  expect(expired.change(null, at)).toMatchObject({
    code: 'expired',
    message: expect.objectContaining({ text: 'The request was not signed in time.' }),
    resolvedAt,
  })
  expect(forgotten.change(null, at)).toEqual({ code: 'expired', resolvedAt })
  expect(succeeded.change(validated('tesSUCCESS'), at)).toEqual({
    result: 'tesSUCCESS',
    ledgerIndex: 7,
    resolvedAt,
  })
  expect(refused.change(validated('tecEXPIRED'), at)).toEqual({
    result: 'tecEXPIRED',
    ledgerIndex: 7,
    resolvedAt,
    code: 'ledger_refused',
    message: sentence('The offer has expired.'),
  })
  expect(lost.change({ message: 'Too late.' }, at)).toEqual({
    code: 'not_submitted',
    message: 'Too late.',
    resolvedAt,
  })
})
