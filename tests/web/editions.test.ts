import { expect, test } from 'vitest'
import { checkPhases, phaseDraftOf } from '#web/features/create/edition-draft.ts'

test('phases that are saved as the form shows them start and end at the same moment', () => {
  for (const startsAt of [
    '2027-03-01T10:00:00.000Z',
    '2027-03-01T10:00:30.000Z',
    '2027-03-01T10:00:30.250Z',
  ]) {
    const phase = {
      startsAt,
      endsAt: null,
      priceDrops: '20000000',
      decline: null,
      perAccount: 0,
      audience: 'everyone' as const,
      holdersOf: null,
    }
    expect(checkPhases([phaseDraftOf(phase)], Date.parse('2027-02-28')).phases).toEqual([phase])
  }
})
