import type { Operation } from './drawn.ts'
import { walletOf } from './drawn.ts'
import { drawCurrency } from './issued.ts'

/** Writes a check over XRP or an issued currency. Its reserve and its payment affect what bids can spend. */
const write: Operation = ({ chance, truth, cast }) => {
  const [from, to] = [chance.pick(cast.people), chance.pick(cast.people)]
  if (from === undefined || to === undefined) return null
  const [issuer, currency] = drawCurrency(chance, cast)
  const issued = { currency, issuer: issuer.classicAddress, value: String(1 + chance.int(300)) }
  return [
    from,
    {
      TransactionType: 'CheckCreate',
      Destination: to.classicAddress,
      SendMax: chance.hits(0.5) ? String(1 + chance.int(60_000_000)) : issued,
      ...(chance.hits(0.2) ? { Expiration: truth.closeTime + 2 + chance.int(40) } : {}),
    },
  ]
}

const cash: Operation = ({ chance, truth, cast }) => {
  const check = chance.pick([...truth.checks.values()])
  const by = check === undefined ? undefined : walletOf(cast, check.to)
  if (check === undefined || by === undefined) return null
  const least = typeof check.sendMax === 'string' ? '1' : { ...Object(check.sendMax), value: '0.5' }
  const amount = chance.hits(0.5) ? { Amount: check.sendMax } : { DeliverMin: least }
  return [by, { TransactionType: 'CheckCash', CheckID: check.id, ...amount }]
}

const cancel: Operation = ({ chance, truth, cast }) => {
  const check = chance.pick([...truth.checks.values()])
  const by = check === undefined ? undefined : walletOf(cast, chance.hits(0.5) ? check.from : check.to)
  return check === undefined || by === undefined
    ? null
    : [by, { TransactionType: 'CheckCancel', CheckID: check.id }]
}

/** Writes, cashes or cancels a check. */
export const check: Operation = (draw) => {
  const action = draw.truth.checks.size < 3 ? write : draw.chance.pick([write, cash, cash, cancel])
  return action?.(draw) ?? null
}
