import { expect, test } from 'vitest'
import { likePart, partsOfName } from '#db/queries/item-filter.ts'

/** The number at the end of a name, as the function `name_stem` of the database leaves it out. */
const numberAtEnd = /[\s#№.,:_([/-]*[0-9]{1,9}(\s*(\/|of)\s*[0-9]{1,9})?[)\]]?\s*$/i

const names = [
  'Ember Orchard #77',
  'Moon 1 of 100',
  'Loot2 b 12/99',
  'Office of (5 / 10)',
  'of 7 of 10',
  'Fjord 2 b #1234',
  'Canyon №5',
  'No number of any kind',
  '7 of 9',
  'Été 11',
]

const partsIn = (text: string, length: number) =>
  (text.match(/[0-9]+/g) ?? []).flatMap((run) =>
    Array.from({ length: Math.max(0, run.length + 1 - length) }, (_, at) => run.slice(at, at + length)),
  )

test.each(names)('every text in the name %j has only parts that the name has', (name) => {
  const stem = name.replace(numberAtEnd, '') || name
  for (let from = 0; from < name.length; from += 1)
    for (let to = from + 1; to <= name.length; to += 1) {
      const text = name.slice(from, to)
      const parts = partsOfName(text)
      if (parts.stem !== null) expect(likePart(stem)).toContain(String(parts.stem).slice(1, -1))
      if (parts.digit !== null) expect(name).toContain(String(parts.digit))
      for (const [list, length] of [
        [parts.pairs, 2],
        [parts.triples, 3],
      ] as const)
        for (const part of String(list ?? '')
          .split(',')
          .filter(Boolean))
          expect(partsIn(name, length)).toContain(part)
    }
})

test('a name is known by its parts alone only when they say all of the text', () => {
  expect(partsOfName('ember')).toEqual({
    stem: '%ember%',
    digit: null,
    pairs: null,
    triples: null,
    areAll: true,
  })
  expect(partsOfName('77')).toEqual({ stem: null, digit: null, pairs: '77', triples: null, areAll: true })
  expect(partsOfName('7')).toMatchObject({ digit: '7', areAll: true })
  expect(partsOfName('ember #1234')).toEqual({
    stem: '%ember%',
    digit: null,
    pairs: '12,23,34',
    triples: '123,234',
    areAll: false,
  })
  for (const text of ['of', ' o', 'f', '1 of', 'OF 100', '#']) {
    expect(partsOfName(text)).toMatchObject({ stem: null, areAll: false })
  }
})
