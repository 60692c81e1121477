import type { Wallet } from 'xrpl'
import type { Json } from '#local/lib/rpc.ts'
import type { Draw, Drawn, Operation } from './drawn.ts'
import { type Cast, walletOf } from './drawn.ts'

const delegable = [
  'NFTokenMint',
  'NFTokenBurn',
  'NFTokenCreateOffer',
  'NFTokenCancelOffer',
  'NFTokenAcceptOffer',
  'NFTokenModify',
  'CheckCash',
  'CheckCreate',
  'Payment',
]

const grant = (from: Wallet, to: Wallet, types: string[]): [Wallet, Json] => [
  from,
  {
    TransactionType: 'DelegateSet',
    Authorize: to.classicAddress,
    Permissions: types.map((PermissionValue) => ({ Permission: { PermissionValue } })),
  },
]

/** Lets the marketplace act for the first people in everything that trade needs. */
export const firstGrants = ({ people, marketplace }: Cast): [Wallet, Json][] =>
  people.slice(0, 4).map((person) => grant(person, marketplace, delegable))

/** Grants or revokes permissions among the people; an empty list revokes. */
const change: Operation = ({ chance, cast }) => {
  const [from, to] = [chance.pick(cast.people), chance.pick([...cast.people, cast.marketplace])]
  if (from === undefined || to === undefined || from === to) return null
  return grant(
    from,
    to,
    delegable.filter(() => chance.hits(0.6)),
  )
}

/** Lets another account sign and pay for the operation that `draw` returns. */
export const delegatedOf =
  (draw: (context: Draw) => Drawn | null): Operation =>
  (context) => {
    const { chance, cast } = context
    if (chance.hits(0.15)) return change(context)
    const [by, fields] = draw(context) ?? []
    const delegate = chance.hits(0.8) ? cast.marketplace : chance.pick(cast.people)
    if (by === undefined || fields === undefined || delegate === undefined || delegate === by) return null
    if (walletOf(cast, by.classicAddress) === undefined) return null
    return [delegate, { ...fields, Account: by.classicAddress, Delegate: delegate.classicAddress }]
  }
