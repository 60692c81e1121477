import { expect, test } from 'vitest'
import { routes } from '#contract/addresses.ts'
import { actions } from '#contract/rules/actions.ts'
import { ClientTransaction } from '#contract/schemas/sign-requests.ts'

const table = Object.entries(actions)

test('every operation that asks for a signature belongs to an action, and every action to such an operation', () => {
  const asking = Object.entries(routes).flatMap(([name, route]) =>
    'asksForSignature' in route ? [name] : [],
  )
  expect([...new Set(table.map(([, { operation }]) => operation))].toSorted()).toEqual(asking.toSorted())
})

test('an action that the client builds signs a transaction that the server accepts', () => {
  const accepted = ClientTransaction.options.map(({ entries }) => entries.TransactionType.literal)
  const built = table.filter(([, { operation }]) => operation === 'requestTransaction')
  for (const [action, { signs }] of built)
    expect([action, accepted.some((type) => type === signs)]).toEqual([action, true])
})

test('only actions with an operation of their own have a purpose of their own', () => {
  for (const [action, { purpose, operation }] of table)
    expect([action, purpose === 'transaction']).toEqual([action, operation === 'requestTransaction'])
})
