import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanName, nameProblem } from '#contract/rules/names.ts'
import { isReservedName, nameSkeleton } from '#worker/domain/people/skeleton.ts'

test.each(['ᴛɪᴅᴇᴡʀɪᴛɪɴɢ', '🅃🄸🄳🄴🅆🅁🄸🅃🄸🄽🄶', '🆃🅸🅳🅴🆆🆁🅸🆃🅸🅽🅶', '🅣🅘🅓🅔🅦🅡🅘🅣🅘🅝🅖', 'Тidеwriting', 'T1DE-writing!'])(
  '%s looks like Tidewriting',
  (name) => {
    expect(nameSkeleton(name)).toBe(nameSkeleton('Tidewriting'))
  },
)

test.each([
  'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
  'rmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm',
  'rHb9CJ...dtyTh',
  'rmmmmmmmmmm…mmmmmmmmm',
  'rHb9CJ···dtyTh',
  'Tidewriting Verified',
  'VERIFIED',
  'Tidewriting 🆅🅴🆁🅸🅵🅸🅴🅳',
  '\ufe0f',
])('%s belongs to nobody', (name) => {
  expect(isReservedName(name) || nameSkeleton(name) === '').toBe(true)
})

test.each([
  'Robert Smith',
  '\u24cbampire',
  '\u24c1\u24c4\u24cb\u24ba',
  'Vogel V',
  'robertson photography',
  'Mr. Brown',
  'Verity',
  'Bored Ape #1',
  '夜の庭',
])('%s is a name', (name) => {
  expect([isReservedName(name), nameProblem(name)]).toEqual([false, null])
})

test.each([
  'Tidewriting \u2705 Verified',
  '\u202eyrotcelloc',
  'Bo\u200bred',
  'A\u200dB',
  '\u200b',
  'A\u0008',
  'Bo\u034fred',
  'Tide \u2713\u20dd',
  'Tide \u{10102}',
  'Tide \u{1f165}',
  'Tide\u24cb',
  'Tide \u{1f185}\u{1f185}\ufe0f',
  'Tide v\u20dd',
  '\u{1f145} Tide',
])('%j has characters that no name has', (name) => {
  expect(nameProblem(name)).not.toBeNull()
})

test('a cleaned name is clean: no part that was removed leaves another one behind', () => {
  const parts = [
    '\u0301',
    '\u0323',
    '\u200d',
    '\u200b',
    '\ufe0f',
    '\u2714',
    '\u24cb',
    '\u24b6',
    'v',
    '\u20dd',
    ' ',
    'a',
    '\u0915',
    '\u094d',
    '🦊',
    '👩',
    '🏽',
  ]
  const texts = fc.array(fc.constantFrom(...parts)).map((signs) => signs.join(''))
  fc.assert(
    fc.property(texts, (text) => {
      const name = cleanName(text)
      expect(cleanName(name)).toBe(name)
      expect(name).not.toMatch(/[\u2714\u200b]|^[\u200d\p{M}]|\p{M}{3}/u)
    }),
    { numRuns: 2000 },
  )
})
