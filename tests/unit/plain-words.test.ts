import { inWords } from '#contract/words/sentence.ts'
import { expect, test } from 'vitest'
import { brokenInputs } from '#tests/support/broken-inputs.ts'
import { operations } from '#contract/operations.ts'
import type { Operation } from '#contract/operations/operation.ts'
import { Refusal } from '#contract/words/refusal.ts'
import { parsePart } from '#worker/http/validate.ts'

const parts = Object.entries<Operation>(operations).flatMap(([name, operation]) =>
  (['params', 'query', 'body', 'form'] as const).flatMap((part) => {
    const schema = operation[part]
    return schema === undefined ? [] : [{ name: `${name} ${part}`, schema }]
  }),
)

function errorsOf(
  schema: NonNullable<Operation['body']>,
  value: unknown,
): { path: string; message: string }[] {
  try {
    parsePart(schema, value)
    return []
  } catch (error) {
    if (error instanceof Refusal)
      return error.errors.map(({ path, message }) => ({ path, message: inWords(message) }))
    throw error
  }
}

/** Words of the schema library and of TypeScript, and messages that are not sentences. */
const schemaWords =
  /expected|invalid (type|key|length|format|value|integer|uuid)|received|undefined|\bnull\b|NaN|\b(JSON object|array|blob|strict|regex|union|picklist)\b|[\^\\|]|cannot be used here/i
/** Exact texts that the specification demands. */
const ownTexts = new Set(['Please enter a promo code', 'Invalid promo code'])
const isSentence = (message: string) => ownTexts.has(message) || /^[A-Z].*\.$/.test(message)

test.for(parts)('errors of $name are in plain words', ({ schema }) => {
  const inputs = brokenInputs(schema)
  const said = new Map<string, string>()
  for (const input of inputs) for (const { path, message } of errorsOf(schema, input)) said.set(message, path)
  const bad = [...said].filter(([message]) => schemaWords.test(message) || !isSentence(message))
  expect(bad).toEqual([])
})

test('most parts have an error message', () => {
  const silent = parts.filter(({ schema }) =>
    brokenInputs(schema).every((input) => errorsOf(schema, input).length === 0),
  )
  expect(silent).toEqual([])
})
