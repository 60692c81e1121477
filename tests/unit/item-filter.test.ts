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

/** Parts of a text that a name does not have. */
function missing(name: string, text: string): string[] {
  const { stem, digit, pairs, triples } = partsOfName(text)
  const beforeNumber = likePart(name.replace(numberAtEnd, '') || name)
  const listed = (list: unknown) => (typeof list === 'string' ? list.split(',') : [])
  return [
    ...(typeof stem !== 'string' || beforeNumber.includes(stem.slice(1, -1)) ? [] : [stem]),
    ...listed(digit).filter((part) => !name.includes(part)),
    ...listed(pairs).filter((part) => !partsIn(name, 2).includes(part)),
    ...listed(triples).filter((part) => !partsIn(name, 3).includes(part)),
  ]
}

test.each(names)('every text in the name %j has only parts that the name has', (name) => {
  const texts = Array.from(name, (_, from) =>
    Array.from(name.slice(from), (_, length) => name.slice(from, from + length + 1)),
  ).flat()
  expect(texts.length).toBeGreaterThan(20)
  expect(texts.filter((text) => missing(name, text).length > 0)).toEqual([])
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
  expect(partsOfName('луна')).toMatchObject({ stem: '%луна%', areAll: true })
  expect(partsOfName('Best of')).toMatchObject({ stem: '%Best of%', areAll: true })
  for (const text of ['of', ' o', 'f', '1 of', 'OF 100', '#', 'øf', 'ƒ', 'ø', 'planetː', '7º', '½of']) {
    expect(partsOfName(text)).toMatchObject({ stem: null, areAll: false })
  }
})
