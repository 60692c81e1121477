import { randomUUID } from 'node:crypto'
import { insertEdition } from '#db/queries/edition/editions.ts'
import { amountOfDrops, type SaleCurrency } from '#contract/rules/sale-amounts.ts'
import type { Payee } from '#contract/rules/splits.ts'
import { nftokenFlags } from '#contract/rules/ledger.ts'
import { readLedgerNow } from '#worker/domain/ledger-index/ledger-now.ts'
import type { Chance } from './chance.ts'
import { currencies } from './issued.ts'
import type { Market } from './market.ts'

/** An edition as opened by its artist. It is the only one in its collection, which has the same id. */
export interface OpenedEdition {
  id: string
  issuer: string
  taxon: number
  prints: number | null
  currency: SaleCurrency
  payees: Payee[]
  transferFee: number
  /** The highest and the lowest price of all phases. */
  dearest: bigint
  cheapest: bigint
  /** Requests to buyers, and failed calls that may have reserved a print. */
  attempts: Set<string>
}

const firstTaxon = 10
const xrp = 1_000_000
const emptyMetadata = {
  image: null,
  animation: null,
  attachment: null,
  files: [],
  moreAttributes: 0,
  collection: null,
  explicit: false,
}

/** Returns random shares with a sum of 1,000. */
function drawPayees(chance: Chance, { cast }: Market): Payee[] {
  const accounts = cast.people.map(({ classicAddress }) => classicAddress)
  const count = 1 + chance.int(4)
  const first = chance.int(accounts.length)
  const shares = Array.from({ length: count - 1 }, () => 1 + chance.int(240))
  const rest = shares.reduce((left, share) => left - share, 1000)
  return [rest, ...shares].map((perMille, place) => ({
    account: accounts[(first + place) % accounts.length] ?? '',
    perMille,
  }))
}

/** A kind of edition whose sales are too rare among random ones. */
type Kind = 'shared' | 'free' | 'issued'

/** Returns one or two phases. Those of a random kind may be free, or have a falling price. */
function drawPhases(chance: Chance, start: Date, kind: Kind | undefined) {
  const change = new Date(start.getTime() + 30 * 60_000)
  const phase = (startsAt: Date, endsAt: Date | null) => {
    const isFree = kind === 'free' || (kind === undefined && chance.hits(0.2))
    const price = BigInt(xrp + chance.int(6 * xrp))
    const isFalling = !isFree && kind === undefined && chance.hits(0.3)
    return {
      startsAt,
      endsAt,
      priceDrops: isFree ? 0n : price,
      lowestDrops: isFalling ? price / 3n : null,
      stepDrops: isFalling ? 1n + price / 7n : null,
      stepSeconds: isFalling ? 60 : null,
      perAccount: isFree || chance.hits(0.3) ? 1 + chance.int(2) : 0,
      audience: 'everyone' as const,
      holdersOf: null,
    }
  }
  return chance.hits(0.6) ? [phase(start, null)] : [phase(start, change), phase(change, null)]
}

async function open(
  market: Market,
  chance: Chance,
  editions: OpenedEdition[],
  { isShared, kind }: { isShared: boolean; kind?: Kind },
): Promise<void> {
  const { cast, context, db, pool } = market
  const issuer = (chance.pick(cast.people.slice(0, 3)) ?? cast.marketplace).classicAddress
  const isIssued = kind === 'issued' || (kind === undefined && chance.hits(0.25))
  const currency = isIssued ? { currency: currencies.bank, issuer: cast.bank.classicAddress } : null
  const phases = drawPhases(chance, new Date((await readLedgerNow(context)).getTime() - 60_000), kind)
  const prices = phases
    .flatMap(({ priceDrops, lowestDrops }) => [priceDrops, lowestDrops ?? priceDrops])
    .toSorted((a, b) => (a < b ? -1 : 1))
  const edition: OpenedEdition = {
    id: randomUUID(),
    issuer,
    taxon: firstTaxon + editions.length,
    prints: chance.hits(0.8) ? 1 + chance.int(6) : null,
    currency,
    payees: isShared ? drawPayees(chance, market) : [],
    transferFee: chance.hits(0.7) ? 1 + chance.int(20_000) : 0,
    dearest: prices.at(-1) ?? 0n,
    cheapest: prices[0] ?? 0n,
    attempts: new Set(),
  }
  await pool.query(
    'insert into collections (id, issuer, taxon, name, on_demand_mint, currency) values ($1, $2, $3, $1, true, $4)',
    [edition.id, issuer, edition.taxon, currency === null ? null : JSON.stringify(currency)],
  )
  const work = { name: 'Tide', description: '', attributes: [] }
  const schema = 'ipfs://QmNpi8rcXEkohca8iXu7zysKKSJYqCvBJn3xJwga8jXqWU' as const
  const row = {
    ...edition,
    collectionId: edition.id,
    flags: nftokenFlags.transferable,
    name: work.name,
    tokenJson: { schema, nftType: 'art.v0' as const, ...work, image: 'ipfs://x' },
    metadata: { ...work, ...emptyMetadata },
    files: [],
    state: 'running' as const,
    // High enough that every account is older than the edition and may claim a free print.
    createdLedger: 4_000_000_000,
  }
  await db.transaction((tx) => insertEdition(tx, row, phases, edition.payees))
  editions.push(edition)
  for (const { account } of edition.payees)
    if (account !== issuer && (kind !== undefined || chance.hits(0.9)))
      await market.ask(account, '/api/split/agree', { split: edition.id })
}

async function buy(
  market: Market,
  chance: Chance,
  edition: OpenedEdition,
  { signs, holders = 5 }: { signs: boolean; holders?: number },
): Promise<void> {
  // Only the first five people have trust lines, and the first four hold the currency.
  const people = market.cast.people.slice(0, edition.currency === null ? undefined : holders)
  const buyer = chance.pick(people.filter(({ classicAddress }) => classicAddress !== edition.issuer))
  if (buyer === undefined) return
  const { status, uuid } = await market.ask(buyer.classicAddress, '/api/edition/buy', {
    edition: edition.id,
    expectedAmount: amountOfDrops(edition.dearest, edition.currency),
  })
  if (status === 202 || status >= 500) edition.attempts.add(uuid ?? randomUUID())
  if (uuid !== null && signs) await market.sign(uuid)
}

/** Answers a request as its buyer, who signs late, rejects late, or leaves it until the reservation lapses. */
async function answer({ requests, sign, reject }: Market, chance: Chance): Promise<void> {
  const uuid = chance.pick([...requests.keys()])
  if (uuid === undefined) return
  await (chance.hits(0.5) ? sign(uuid) : reject(uuid))
}

/** Runs one random operation with editions, by an artist, a payee or a buyer. */
export async function trade(market: Market, chance: Chance, editions: OpenedEdition[]): Promise<void> {
  const edition = chance.pick(editions)
  const kind = chance.int(100)
  if (edition === undefined || kind < 15)
    return open(market, chance, editions, { isShared: chance.hits(0.4) })
  if (kind < 75) return buy(market, chance, edition, { signs: chance.hits(0.6) })
  if (kind < 90) return answer(market, chance)
  if (kind < 95) return market.lapse()
  await market.ask(edition.issuer, '/api/edition/change', { edition: edition.id, state: 'closed' })
}

/** Opens an edition with payees, a free one and one in an issued currency, and sells a print of each. */
export async function sellEach(market: Market, chance: Chance, editions: OpenedEdition[]): Promise<void> {
  const first = editions.length
  for (const kind of ['shared', 'free', 'issued'] as const)
    await open(market, chance, editions, { isShared: kind === 'shared', kind })
  for (const edition of editions.slice(first)) await buy(market, chance, edition, { signs: true, holders: 4 })
}
