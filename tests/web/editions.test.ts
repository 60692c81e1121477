import { expect, test } from 'vitest'
import type { Edition } from '#contract/schemas/editions.ts'
import { editionState } from '#contract/rules/edition-state.ts'
import { editionSocialTitle } from '#contract/words/social-titles.ts'
import { checkPhases, phaseDraftOf } from '#web/features/create/edition/edition-draft.ts'
import { draftOfTerms } from '#web/features/create/edition/open-terms.tsx'
import { editionChecks } from '#web/features/edition/edition-checks.ts'

const phase = {
  startsAt: '2027-03-01T10:00:00.000Z',
  endsAt: null,
  priceDrops: '20000000',
  decline: null,
  perAccount: 0,
  audience: 'everyone' as const,
  holdersOf: null,
}

const artist = 'rs5wxrBTSErywDDfPs5NY4Zorrca5QMGVd'
const edition: Edition = {
  _id: '5e1d0000-0000-4000-8000-000000000000',
  collectionId: 'prints',
  collectionName: 'Prints',
  issuer: artist,
  name: 'Night Tide',
  metadata: { name: 'Night Tide', imageFile: null } as Edition['metadata'],
  transferFee: 0,
  prints: 3,
  sold: 0,
  reserved: 0,
  unpaidNumber: null,
  closedAt: null,
  state: 'running',
  payees: [],
  currency: null,
  phases: [{ ...phase, holdersName: null }],
  announced: true,
}

test('phases that are saved as the form shows them start and end at the same moment', () => {
  for (const startsAt of [
    '2027-03-01T10:00:00.000Z',
    '2027-03-01T10:00:30.000Z',
    '2027-03-01T10:00:30.250Z',
  ]) {
    const saved = { ...phase, startsAt }
    expect(checkPhases([phaseDraftOf(saved)], Date.parse('2027-02-28'), null).phases).toEqual([saved])
  }
})

test('the checklist has what an edition lacks, and after the first sale nothing else', () => {
  const payee = { account: 'rnTgVMRwxQmAwUEoYPxsL8MrurmHWA9Bh1', perMille: 1000, agreed: false }
  const ready = { authorized: true, payout: 'arrives' as const, unpinned: 0 }
  const [before, open] = [Date.parse('2027-02-28'), Date.parse('2027-03-02')]
  const states = (
    change: Partial<Edition>,
    checks: Parameters<typeof editionChecks>[1] = ready,
    now = open,
  ) => editionChecks({ ...edition, ...change }, checks, now).map(({ name, state }) => `${name} ${state}`)
  expect(states({})).toEqual([
    'announcement ready',
    'minter ready',
    'payout ready',
    'files ready',
    'phase ready',
  ])
  const poor = { authorized: false, payout: 'needs_tag' as const, unpinned: 2 }
  expect(states({ announced: false }, poor, before)).toEqual([
    'announcement missing',
    'minter missing',
    'payout missing',
    'files waits',
    'phase waits',
  ])
  // The artist is not one of the payees, so the artist's payout is not checked.
  expect(states({ payees: [payee], sold: 1, state: 'paused' }, { ...poor, authorized: true })).toEqual([
    'payees missing',
    'pause missing',
  ])
  expect(states({}, null)).toContain('ledger missing')
  expect(states({ sold: 1 })).toEqual([])
  expect(states({ state: 'closed' }, poor)).toEqual([])
})

test('the terms of a rehearsal fill the form, and other files do not', () => {
  const terms = {
    name: 'Night Tide',
    description: 'The sea.',
    attributes: [{ trait_type: 'Sky', value: 'clear' }],
    royalty: '2.5',
    prints: 3,
    phases: [phase],
    payees: [{ account: 'rnTgVMRwxQmAwUEoYPxsL8MrurmHWA9Bh1', perMille: 1000 }],
  }
  const draft = draftOfTerms(JSON.stringify(terms))
  expect(draft).toMatchObject({ name: 'Night Tide', royalty: '2.5', prints: '3', payees: [{ share: '100' }] })
  expect(checkPhases(draft?.phases ?? [], Date.parse('2027-02-28'), null).phases).toEqual([phase])
  for (const text of ['', '{}', 'null', JSON.stringify({ ...terms, phases: [] }), '['.repeat(5000)])
    expect(draftOfTerms(text)).toBeNull()
})

test('a shared link names the price of a print and, before the sale, its start in UTC', () => {
  const title = (time: string, change: Partial<Edition> = {}) =>
    editionSocialTitle(
      {
        edition: { ...edition, ...change },
        ledgerTime: time,
        xrpPrice: null,
        people: { [artist]: { name: 'Mara', picture: '', verified: false } },
      },
      [],
    )
  expect(title('2027-02-28')).toBe('Night Tide by Mara · 20.00 XRP from 2027-03-01 10:00 UTC')
  expect(title('2027-03-02')).toBe('Night Tide by Mara · 20.00 XRP')
  expect(title('2027-03-02', { state: 'closed' })).toBe('Night Tide by Mara · not on sale')
  const free = [{ ...phase, priceDrops: '0', perAccount: 1, holdersName: null }]
  expect(title('2027-03-02', { phases: free })).toBe('Night Tide by Mara · Free of charge')
})

test('the sale of a number that was not paid for goes on after the end, at the last price', () => {
  const decline = { lowestDrops: '5000000', stepDrops: '10000000', stepSeconds: 600 }
  const endsAt = '2027-03-01T10:15:00.000Z'
  const ended = { ...edition, sold: 1, phases: [{ ...phase, endsAt, decline, holdersName: null }] }
  const [during, later] = [Date.parse('2027-03-01T10:05:00Z'), Date.parse('2027-03-02')]
  const unpaid = { ...ended, unpaidNumber: 1 }
  const lastNumber = { kind: 'last_number', number: 1, priceDrops: 10_000_000n }
  expect(editionState(unpaid, during).kind).toBe('open')
  expect(editionState(unpaid, later)).toMatchObject(lastNumber)
  const closedAt = new Date(during).toISOString()
  const closed = { ...unpaid, state: 'closed' as const, closedAt }
  for (const now of [during, later])
    expect(editionState(closed, now)).toMatchObject({ ...lastNumber, priceDrops: 20_000_000n })
  expect(editionState({ ...unpaid, state: 'paused' }, later).kind).toBe('paused')
  expect(editionState({ ...unpaid, sold: 3 }, later).kind).toBe('sold_out')
  expect(editionState(ended, later).kind).toBe('ended')
  expect(editionState({ ...ended, state: 'closed', closedAt }, during).kind).toBe('closed')
})
