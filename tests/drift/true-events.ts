import { encodeAccountID } from 'xrpl'
import { asJson, type Json, callRpc } from '#local/lib/rpc.ts'
import { exact } from './true-lines.ts'
import { jsonList } from './read-all.ts'

// Derives the events that the log must contain, by following the ledgers one by one in memory. Imports nothing from
// worker/.

interface Offer {
  id: string
  nft: string
  owner: string
  isSell: boolean
  amount: unknown
  destination: string | null
  expiration: number | null
  ledger: number
  closeTime: number
  funded: boolean
}

interface Happening {
  tx: number
  type: string
  kind: 'mint' | 'burn' | 'modify' | 'move' | 'made' | 'ended'
  nft: string
  offer: Offer | null
  /** The sender if the work was moved, otherwise its owner. */
  from: string | null
  to: string | null
  price: unknown
}

/** `ledger:transaction`, kind, work, seller, buyer, account, amount, previous amount, and whether a bid is funded. */
export type TrueEvent = [string, string, string, ...unknown[]]

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null)
const stepSeconds = 1200

const currencyOf = (amount: unknown) =>
  typeof amount === 'string'
    ? 'XRP'
    : `${String(asJson(amount)['currency'])} ${String(asJson(amount)['issuer'])}`
const worthOf = (amount: unknown) =>
  exact(String(typeof amount === 'string' ? amount : asJson(amount)['value']))

const isStep = (offer: Offer, at: number) =>
  offer.destination !== null && offer.expiration !== null && offer.expiration <= at + stepSeconds

interface Node {
  kind: string
  id: string
  fields: Json
  previous: Json
}

const nodesOf = (meta: Json, type: string): Node[] =>
  jsonList(meta['AffectedNodes']).flatMap((affected) => {
    const [kind = '', content] = Object.entries(affected)[0] ?? []
    const node = asJson(content)
    if (node['LedgerEntryType'] !== type) return []
    const fields = asJson(node['NewFields'] ?? node['FinalFields'] ?? {})
    return [{ kind, id: String(node['LedgerIndex']), fields, previous: asJson(node['PreviousFields'] ?? {}) }]
  })

const tokensOf = (fields: Json): [string, string][] =>
  jsonList(fields['NFTokens']).map((entry) => {
    const token = asJson(entry['NFToken'])
    return [String(token['NFTokenID']), String(token['URI'] ?? '')]
  })

/** Returns each token that a transaction changed, before and after: `owner uri`. */
function movedTokens(meta: Json): Map<string, [string | null, string | null]> {
  const tokens = new Map<string, [string | null, string | null]>()
  const note = (side: 0 | 1, { id }: Node, fields: Json) => {
    const owner = encodeAccountID(Buffer.from(id.slice(0, 40), 'hex'))
    for (const [token, uri] of tokensOf(fields)) {
      const pair = tokens.get(token) ?? [null, null]
      pair[side] = `${owner} ${uri}`
      tokens.set(token, pair)
    }
  }
  for (const node of nodesOf(meta, 'NFTokenPage')) {
    const changed = node.previous['NFTokens'] !== undefined
    if (node.kind === 'ModifiedNode' && !changed) continue
    if (node.kind !== 'CreatedNode') note(0, node, changed ? node.previous : node.fields)
    if (node.kind !== 'DeletedNode') note(1, node, node.fields)
  }
  return tokens
}

const offerOf = (id: string, fields: Json, ledger: number, closeTime: number): Offer => ({
  id,
  nft: String(fields['NFTokenID']),
  owner: String(fields['Owner']),
  isSell: (Number(fields['Flags'] ?? 0) & 1) === 1,
  amount: fields['Amount'] ?? '0',
  destination: textOrNull(fields['Destination']),
  expiration: typeof fields['Expiration'] === 'number' ? fields['Expiration'] : null,
  ledger,
  closeTime,
  funded: true,
})

interface World {
  holders: Map<string, string>
  offers: Map<string, Offer>
}

/** Applies the effects of one transaction on tokens and offers to the world, and returns what happened. */
function happenings(world: World, entry: Json, ledger: number, closeTime: number): Happening[] {
  const tx = asJson(entry['tx_json'])
  const meta = asJson(entry['meta'])
  const base = { tx: Number(meta['TransactionIndex']), type: String(tx['TransactionType']) }
  const nodes = nodesOf(meta, 'NFTokenOffer')
  const offerIds =
    base.type === 'NFTokenAcceptOffer' && meta['TransactionResult'] === 'tesSUCCESS'
      ? [tx['NFTokenSellOffer'], tx['NFTokenBuyOffer']].map(String)
      : []
  const ended = nodes.filter(({ kind }) => kind === 'DeletedNode')
  const takenOffers = ended.filter(({ id }) => offerIds.includes(id))
  const main = takenOffers.find(({ id }) => id === tx['NFTokenBuyOffer']) ?? takenOffers[0]
  const result: Happening[] = []
  for (const [nft, [before, after]] of movedTokens(meta)) {
    if (before === after) continue
    const [from = null, to = null] = [before?.split(' ')[0], after?.split(' ')[0]]
    const kind = before === null ? 'mint' : after === null ? 'burn' : from === to ? 'modify' : 'move'
    result.push({ ...base, kind, nft, offer: null, from, to, price: main?.fields['Amount'] ?? '0' })
    if (to === null) world.holders.delete(nft)
    else world.holders.set(nft, to)
  }
  const about = (kind: 'made' | 'ended', offer: Offer): Happening => ({
    ...base,
    kind,
    nft: offer.nft,
    offer,
    from: world.holders.get(offer.nft) ?? null,
    to: null,
    price: null,
  })
  for (const { id, fields } of nodes.filter(({ kind }) => kind === 'CreatedNode')) {
    const offer = offerOf(id, fields, ledger, closeTime)
    world.offers.set(id, offer)
    result.push(about('made', offer))
  }
  for (const { id } of ended) {
    const offer = world.offers.get(id)
    if (offer !== undefined && !offerIds.includes(id)) result.push(about('ended', offer))
    world.offers.delete(id)
  }
  return result
}

interface Reading {
  all: Happening[]
  before: Map<string, Offer>
  after: Map<string, Offer>
  closeTime: number
  isListing: (offer: Offer) => boolean
}

/**
 * Returns the seller's latest other listing that existed at the start of the ledger or was created in it before this
 * transaction.
 */
function listingsBefore(
  place: number,
  offer: Offer,
  { all, before, closeTime, isListing }: Reading,
): Offer[] {
  const here = all
    .slice(0, place)
    .flatMap((one) => (one.kind === 'made' && one.offer !== null ? [one.offer] : []))
  const stood = [...before.values()]
    .filter(({ expiration }) => expiration === null || expiration > closeTime)
    .toSorted((a, b) => b.ledger - a.ledger || (a.id < b.id ? 1 : -1))
  return [...here.toReversed(), ...stood].filter(
    (one) =>
      one.isSell &&
      one.nft === offer.nft &&
      one.owner === offer.owner &&
      one.id !== offer.id &&
      !isStep(one, closeTime) &&
      isListing(one),
  )
}

function highestBidBefore(
  place: number,
  offer: Offer,
  { all, before, closeTime }: Reading,
): Offer | undefined {
  const earlier = all.slice(0, place)
  const gone = new Set(
    earlier.flatMap((one) => (one.kind === 'ended' && one.offer !== null ? [one.offer.id] : [])),
  )
  const here = earlier.flatMap((one) => (one.kind === 'made' && one.offer !== null ? [one.offer] : []))
  const stood = [...before.values()]
    .filter(({ expiration }) => expiration === null || expiration > closeTime)
    .toSorted((a, b) => a.ledger - b.ledger || (a.id < b.id ? -1 : 1))
  const bids = [...stood, ...here].filter(
    (one) =>
      !one.isSell &&
      one.nft === offer.nft &&
      one.owner !== offer.owner &&
      one.funded &&
      !gone.has(one.id) &&
      !isStep(one, closeTime) &&
      currencyOf(one.amount) === currencyOf(offer.amount),
  )
  return bids.reduce<Offer | undefined>(
    (top, one) => (top === undefined || worthOf(one.amount) > worthOf(top.amount) ? one : top),
    undefined,
  )
}

type Content = [kind: string, ...rest: unknown[]]

interface More {
  account?: string
  previous?: unknown
  funded?: boolean
}

function contentOf(one: Happening, place: number, reading: Reading): Content[] {
  const { offer, from, to, nft } = one
  const event = (
    kind: string,
    seller: unknown,
    buyer: unknown,
    amount: unknown = null,
    more: More = {},
  ): Content => [
    kind,
    nft,
    seller,
    buyer,
    more.account ?? null,
    amount,
    more.previous ?? null,
    more.funded ?? true,
  ]
  if (one.kind === 'mint') return [event('minted', null, to)]
  if (one.kind === 'burn') return [event('burned', from, null)]
  if (one.kind === 'modify') return [event('modified', from, null)]
  if (one.kind === 'move') {
    // A gift is accepted through an offer of 0. Without an offer there is no amount.
    if (one.type !== 'NFTokenAcceptOffer') return [event('transferred', from, to)]
    return [event(one.price === '0' ? 'transferred' : 'sold', from, to, one.price)]
  }
  if (offer === null) return []
  return one.kind === 'made'
    ? contentOfMade(offer, from, place, reading, event)
    : contentOfEnded({ ...one, offer }, place, reading, event)
}

type Write = (kind: string, seller: unknown, buyer: unknown, amount?: unknown, more?: More) => Content

function contentOfMade(
  offer: Offer,
  holder: string | null,
  place: number,
  reading: Reading,
  event: Write,
): Content[] {
  if (isStep(offer, reading.closeTime)) return []
  if (!offer.isSell) {
    const top = highestBidBefore(place, offer, reading)
    const bid = event('bid', holder, offer.owner, offer.amount, { funded: offer.funded })
    if (!offer.funded || top === undefined || worthOf(offer.amount) <= worthOf(top.amount)) return [bid]
    const outbid = { account: top.owner, previous: top.amount }
    return [bid, event('outbid', holder, offer.owner, offer.amount, outbid)]
  }
  if (!reading.isListing(offer)) return [event('offered', offer.owner, offer.destination, offer.amount)]
  const [previous] = listingsBefore(place, offer, reading)
  const changed =
    previous !== undefined &&
    (currencyOf(previous.amount) !== currencyOf(offer.amount) ||
      worthOf(previous.amount) !== worthOf(offer.amount))
  if (!changed) return [event('listed', offer.owner, null, offer.amount)]
  return [event('price_changed', offer.owner, null, offer.amount, { previous: previous.amount })]
}

function contentOfEnded(
  one: Happening & { offer: Offer },
  place: number,
  reading: Reading,
  event: Write,
): Content[] {
  const { offer, from, nft, type } = one
  const { all, after, isListing } = reading
  if (type === 'NFTokenBurn' || isStep(offer, offer.closeTime)) return []
  if (!offer.isSell)
    return from === offer.owner ? [] : [event('bid_withdrawn', from, offer.owner, offer.amount)]
  if (from !== null && from !== offer.owner) return []
  if (!isListing(offer)) return [event('listing_cancelled', offer.owner, offer.destination, offer.amount)]
  const gone = new Set(all.slice(0, place).flatMap((each) => (each.kind === 'ended' ? [each.offer?.id] : [])))
  const replaced = all.some(
    (each) =>
      each.kind === 'made' &&
      each.offer?.isSell === true &&
      each.offer.id !== offer.id &&
      each.nft === nft &&
      each.offer.owner === offer.owner &&
      after.has(each.offer.id) &&
      isListing(each.offer),
  )
  const stands = listingsBefore(place, offer, reading).some(({ id }) => !gone.has(id))
  return replaced || stands ? [] : [event('listing_cancelled', offer.owner, null, offer.amount)]
}

/** Returns every event in ledgers `from` to `to`. Assumes that no NFT or offer existed before `from`. */
export async function readTrueEvents(
  url: string,
  from: number,
  to: number,
  marketplace: string,
): Promise<TrueEvent[]> {
  const state = asJson(asJson((await callRpc(url, 'server_state'))['state'])['validated_ledger'])
  const reserves = { base: BigInt(Number(state['reserve_base'])), inc: BigInt(Number(state['reserve_inc'])) }
  const world: World = { holders: new Map(), offers: new Map() }
  const isListing = ({ amount, destination }: Offer) =>
    destination === null
      ? worthOf(amount) > 0n
      : destination === marketplace && (typeof amount !== 'string' || BigInt(amount) >= 100_000n)
  const events: TrueEvent[] = []
  for (let index = from; index <= to; index += 1) {
    const ledger = asJson(
      (
        await callRpc(url, 'ledger', {
          ledger_index: index,
          transactions: true,
          expand: true,
          api_version: 2,
        })
      )['ledger'],
    )
    const closeTime = Number(ledger['close_time'])
    const placeOf = (entry: Json) => Number(asJson(entry['meta'])['TransactionIndex'])
    const entries = jsonList(ledger['transactions']).toSorted((a, b) => placeOf(a) - placeOf(b))
    const before = new Map(world.offers)
    const all = entries.flatMap((entry) => happenings(world, entry, index, closeTime))
    const spendable = new Map<string, { drops: bigint; tx: number }>()
    for (const entry of entries) {
      for (const { kind, fields } of nodesOf(asJson(entry['meta']), 'AccountRoot')) {
        const balance = kind === 'DeletedNode' ? 0n : BigInt(String(fields['Balance'] ?? '0'))
        const owned = kind === 'DeletedNode' ? 0n : BigInt(Number(fields['OwnerCount'] ?? 0))
        const drops = balance - reserves.base - reserves.inc * owned
        spendable.set(String(fields['Account']), { drops, tx: placeOf(entry) })
      }
    }
    for (const offer of world.offers.values()) {
      const funds = spendable.get(offer.owner)
      if (offer.isSell || typeof offer.amount !== 'string' || funds === undefined) continue
      if (offer.expiration !== null && offer.expiration <= closeTime) continue
      const funded = funds.drops >= BigInt(offer.amount)
      if (offer.funded && !funded && offer.ledger < index && !isStep(offer, closeTime)) {
        const holder = holderAt(offer.nft, funds.tx, all, world)
        events.push([
          `${index}:${funds.tx}`,
          ...(['bid_unfunded', offer.nft] as const),
          holder,
          offer.owner,
          null,
          offer.amount,
          null,
          false,
        ])
      }
      offer.funded = funded
    }
    const reading = { all, before, after: world.offers, closeTime, isListing }
    for (const [place, one] of all.entries()) {
      for (const [kind, nft, ...rest] of contentOf(one, place, reading))
        events.push([`${index}:${one.tx}`, kind, String(nft), ...rest])
    }
  }
  return events
}

/** Returns who owned a work before a transaction of a ledger, derived from the world at the end of that ledger. */
function holderAt(nft: string, tx: number, all: Happening[], { holders }: World): string | null {
  const later = all.find(
    (one) => one.nft === nft && one.tx >= tx && (one.kind === 'move' || one.kind === 'burn'),
  )
  return later?.from ?? holders.get(nft) ?? null
}
