import { expect, test } from 'vitest'
import { operations } from '#contract/operations.ts'
import { apiPage } from '#worker/handlers/api-page.ts'
import { exampleOf, fieldsOf, typeOf } from '#worker/handlers/json-schemas.ts'

test.each([
  [{ type: 'string', maxLength: 60 }, 'text, up to 60 characters'],
  [{ type: 'string', format: 'uuid' }, 'text (uuid)'],
  [{ type: 'string', pattern: '^[0-9]+$' }, 'text like ^[0-9]+$'],
  [{ type: 'integer', minimum: 1, maximum: 9 }, 'number from 1 to 9'],
  [{ type: 'array', items: { enum: ['a', 'b'] } }, 'list of "a", "b"'],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'text, or null'],
  [{ const: 'success' }, '"success"'],
  [{ $ref: '#/components/schemas/Problem' }, 'Problem'],
  [{}, 'object'],
  [null, 'anything'],
])('the schema %j is described as %s', (schema, words) => {
  expect(typeOf(schema)).toBe(words)
})

test('an example has the shape of its schema, and ends however deep it is', () => {
  const properties = {
    account: { type: 'string' },
    works: { type: 'array', items: { type: 'object', properties: { price: { type: 'number' } } } },
    floor: { anyOf: [{ type: 'null' }, { type: 'boolean' }] },
  }
  const schema = { type: 'object', properties, required: ['works'] }
  expect(exampleOf(schema)).toEqual({ account: 'rN7n3…', works: [{ price: 1 }], floor: false })
  expect(fieldsOf(schema).map(({ name, required }) => [name, required])).toEqual([
    ['account', false],
    ['works', true],
    ['floor', false],
  ])
  const endless: Record<string, unknown> = { type: 'object' }
  endless.properties = { again: endless }
  expect(JSON.stringify(exampleOf(endless)).length).toBeLessThan(200)
})

test('every operation is in the reference, in its navigation, and has an example', async () => {
  const page = String(await apiPage('https://opx.example'))
  for (const [id, { path }] of Object.entries(operations)) {
    const section = page.slice(page.indexOf(`id="${id}"`))
    expect([id, page.split(`href="#${id}"`).length > 2]).toEqual([id, true])
    expect(section.slice(0, section.indexOf('</section>'))).toContain(
      `https://opx.example${path.split('{')[0]}`,
    )
  }
  expect(page).not.toContain('undefined')
})
