import type { Wallet } from 'xrpl'
import type { Json } from '#local/lib/rpc.ts'
import { tfSellNFToken } from '#contract/rules/ledger.ts'
import type { Chance } from './chance.ts'
import type { Cast, Draw } from './drawn.ts'

/** Two issuers: one charges a transfer fee, the other requires authorisation. */
export const currencies = { gate: 'GEM', bank: 'BNK' } as const

const defaultRipple = 8
const requireAuth = 2
const globalFreeze = 7
/** A seller with this flag can no longer sell through the marketplace. */
const disallowIncomingNFTokenOffer = 12
const lineFlags = {
  authorise: 0x0001_0000,
  freeze: 0x0010_0000,
  thaw: 0x0020_0000,
  deepFreeze: 0x0050_0000,
  deepThaw: 0x00a0_0000,
}

/** Returns the transactions before the first offer, in this order, with one ledger for each group. */
export function setUp({ people, marketplace, gate, bank }: Cast): [Wallet, Json][][] {
  const lines = people.slice(0, 5)
  return [
    [
      [gate, { TransactionType: 'AccountSet', SetFlag: defaultRipple, TransferRate: 1_020_000_000 }],
      [bank, { TransactionType: 'AccountSet', SetFlag: requireAuth }],
      [bank, { TransactionType: 'AccountSet', SetFlag: defaultRipple }],
    ],
    [
      ...lines.map((person) => trust(person, gate, currencies.gate, '1000000')),
      ...[...lines, marketplace].map((person) => trust(person, bank, currencies.bank, '1000000')),
    ],
    [...lines.slice(0, 4), marketplace].map((person) => authorise(bank, person)),
    lines
      .slice(0, 4)
      .flatMap((person): [Wallet, Json][] => [
        issue(gate, person, currencies.gate, '500'),
        issue(bank, person, currencies.bank, '500'),
      ]),
  ]
}

const trust = (person: Wallet, issuer: Wallet, currency: string, limit: string): [Wallet, Json] => [
  person,
  {
    TransactionType: 'TrustSet',
    LimitAmount: { currency, issuer: issuer.classicAddress, value: limit },
  },
]

const onLine = (issuer: Wallet, person: Wallet, currency: string, flags: number): [Wallet, Json] => [
  issuer,
  {
    TransactionType: 'TrustSet',
    LimitAmount: { currency, issuer: person.classicAddress, value: '0' },
    Flags: flags,
  },
]

const authorise = (bank: Wallet, person: Wallet) => onLine(bank, person, currencies.bank, lineFlags.authorise)

const issue = (issuer: Wallet, person: Wallet, currency: string, value: string): [Wallet, Json] => [
  issuer,
  {
    TransactionType: 'Payment',
    Destination: person.classicAddress,
    Amount: { currency, issuer: issuer.classicAddress, value },
  },
]

export function drawCurrency(chance: Chance, { gate, bank }: Cast): [Wallet, string] {
  return chance.hits(0.5) ? [gate, currencies.gate] : [bank, currencies.bank]
}

/** Changes a trust line or a setting of an issuer. */
export function changeLine({ chance, cast }: Draw): [Wallet, Json] | null {
  const person = chance.pick(cast.people)
  const [issuer, currency] = drawCurrency(chance, cast)
  if (person === undefined) return null
  const all: (() => [Wallet, Json])[] = [
    () => trust(person, issuer, currency, '1000000'),
    () => trust(person, issuer, currency, '0'),
    () => issue(issuer, person, currency, String(1 + chance.int(400))),
    // Sends the balance back to the issuer, so that bids lose their funds.
    () => [
      person,
      {
        TransactionType: 'Payment',
        Destination: issuer.classicAddress,
        Amount: { currency, issuer: issuer.classicAddress, value: String(1 + chance.int(300)) },
      },
    ],
    () => onLine(issuer, person, currency, lineFlags.freeze),
    () => onLine(issuer, person, currency, lineFlags.deepFreeze),
    () => onLine(issuer, person, currency, lineFlags.deepThaw),
    () => authorise(cast.bank, person),
    () => [
      issuer,
      {
        TransactionType: 'AccountSet',
        [chance.hits(0.4) ? 'SetFlag' : 'ClearFlag']: globalFreeze,
      },
    ],
    // The account accepts no NFT offers, so nobody can buy from it through the marketplace.
    () => [
      person,
      {
        TransactionType: 'AccountSet',
        [chance.hits(0.3) ? 'SetFlag' : 'ClearFlag']: disallowIncomingNFTokenOffer,
      },
    ],
    () => [
      cast.gate,
      { TransactionType: 'AccountSet', TransferRate: 1_000_000_000 + chance.int(200) * 1_000_000 },
    ],
  ]
  return chance.pick(all)?.() ?? null
}

/** Creates a bid or a listing in an issued currency. */
export function offerIssued({ chance, truth, cast }: Draw): [Wallet, Json] | null {
  const [id, token] = chance.pick([...truth.tokens]) ?? []
  const [issuer, currency] = drawCurrency(chance, cast)
  const amount = { currency, issuer: issuer.classicAddress, value: String(1 + chance.int(400)) }
  const buyer = chance.pick(cast.people.slice(0, 5))
  const owner = cast.people.find((wallet) => wallet.classicAddress === token?.owner)
  if (id === undefined || token === undefined || buyer === undefined || owner === undefined) return null
  const fields = { TransactionType: 'NFTokenCreateOffer', NFTokenID: id, Amount: amount }
  return chance.hits(0.5)
    ? [owner, { ...fields, Flags: tfSellNFToken }]
    : [buyer, { ...fields, Owner: owner.classicAddress }]
}
