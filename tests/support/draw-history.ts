import { createHash, createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { seeded } from 'local-ledger/tests/workload.ts'
import type { AnchorEntry, Draw, DrawAnchor, DrawEpoch } from '#draw-verifier/draw-records.ts'
import { anchorMemoType, commitmentMemoType, holdSeconds, maxAnchorDelay } from '#draw-verifier/draws.ts'
import { lsfSellNFToken, nftokenFlags, rippleTimeToDate, tfSellNFToken } from '#contract/rules/ledger.ts'
import type { DrawRecord } from '#draw-verifier/inquiry.ts'

/**
 * Creates histories of an honest marketplace and its ledger with Node's own hashes and signatures and a separate
 * implementation of the rules, so that an error in the contract's functions makes an honest history fail.
 */
type Json = Record<string, unknown>
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex').toUpperCase()
const unhex = (text: string) => Buffer.from(text, 'hex')
const textHex = (text: string) => hex(Buffer.from(text))
const sha256 = (...parts: (Buffer | string)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** Returns every level of a tree, leaves first. A node without a sibling moves up. Equal to the tree of RFC 6962. */
function levelsOf(leaves: Buffer[]): Buffer[][] {
  const levels = [leaves]
  for (let level = leaves; level.length > 1; levels.push(level)) {
    const below = level
    level = []
    for (let at = 0; at < below.length; at += 2) {
      const [left, right] = below.slice(at, at + 2)
      if (left !== undefined) level.push(right === undefined ? left : sha256('\u0001', left, right))
    }
  }
  return levels
}
export const rootOf = (leaves: Buffer[]) => hex(levelsOf(leaves).at(-1)?.[0] ?? Buffer.alloc(0))

export function pathOf(leaves: Buffer[], index: number): string[] {
  let at = index
  return levelsOf(leaves).flatMap((level) => {
    const sibling = level[at ^ 1]
    at >>= 1
    return sibling === undefined ? [] : [hex(sibling)]
  })
}

export const leafOf = (position: number, salt: string, cid: string) =>
  sha256('\u0000', u32(position), unhex(salt), cid)
export const leafHex = (position: number, salt: string, cid: string) => hex(leafOf(position, salt, cid))

const entryLeaf = (entry: AnchorEntry): Buffer =>
  entry.kind === 'request'
    ? sha256(`\u0002${entry.collection}\n${entry.epoch}\n${entry.number}\n${entry.account}`)
    : sha256(`\u0003${entry.collection}\n${entry.epoch}\n${entry.position}\n${entry.leaf}`)

export const anchorMemo = (entries: AnchorEntry[]) => ({
  type: anchorMemoType,
  text: `{"root":"${rootOf(entries.map(entryLeaf))}","count":${entries.length}}`,
})

export const commitmentMemo = (terms: Omit<DrawEpoch, 'commitmentTxid' | 'commitmentLedger'>) => ({
  type: commitmentMemoType,
  text: `{"collection":"${terms.collection}","issuer":"${terms.issuer}","taxon":${terms.taxon},"epoch":${terms.epoch},"first":${terms.firstNumber},"count":${terms.count},"price":"${terms.priceDrops}","root":"${terms.root}","key":"${terms.drawKey}","tip":"${terms.chainTip}","at":${terms.chainNumber}}`,
})

export interface DrawKey {
  publicHex: string
  privateKey: KeyObject
}
export function makeKey(): DrawKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return { publicHex: hex(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)), privateKey }
}

export function signReceipt(
  key: DrawKey,
  collection: string,
  draw: Pick<Draw, 'epoch' | 'number' | 'account' | 'requestLedger'>,
): string {
  const { epoch, number, account, requestLedger } = draw
  const text = `opx/draw-receipt/1\n${collection}\n${epoch}\n${number}\n${account}\n${requestLedger}`
  return hex(sign(null, Buffer.from(text), key.privateKey))
}

/** Returns the position that seed, beacon, account and number select. */
export function placeOf(seed: string, beaconHash: string, account: string, number: number, size: number) {
  const limit = 2 ** 32 - (2 ** 32 % size)
  for (let attempt = 0; ; attempt += 1) {
    const message = Buffer.concat([unhex(beaconHash), u32(number), u32(attempt), Buffer.from(account)])
    const value = createHmac('sha256', unhex(seed)).update(message).digest().readUInt32BE(0)
    if (value < limit) return value % size
  }
}

interface Header {
  ledger_index: number
  ledger_hash: string
  parent_hash: string
  transaction_hash: string
  account_hash: string
  total_coins: string
  close_time: number
  parent_close_time: number
  close_time_resolution: number
  close_flags: number
}

export function headerHash(header: Omit<Header, 'ledger_hash'>): string {
  const coins = Buffer.alloc(8)
  coins.writeBigUInt64BE(BigInt(header.total_coins))
  const bytes = Buffer.concat([
    Buffer.from('LWR\0'),
    u32(header.ledger_index),
    coins,
    unhex(header.parent_hash),
    unhex(header.transaction_hash),
    unhex(header.account_hash),
    u32(header.parent_close_time),
    u32(header.close_time),
    Buffer.from([header.close_time_resolution, header.close_flags]),
  ])
  return hex(createHash('sha512').update(bytes).digest().subarray(0, 32))
}

export interface LedgerEntry {
  hash: string
  ledger_index: number
  close_time_iso: string
  validated: true
  tx_json: Json & { TransactionType: string; Account: string }
  meta: { TransactionResult: string; AffectedNodes: Json[] }
}

/** The ledger as a node stores it, in the form of its JSON-RPC replies. */
export interface StoredLedger {
  headers: Header[]
  entries: LedgerEntry[]
}

export const isoOf = (closeTime: number) => rippleTimeToDate(closeTime).toISOString()

/** Returns a node's reply to a JSON-RPC body: `ledger`, `tx` and paginated `account_tx`. */
export function answerFrom({ headers, entries }: StoredLedger, body: string): Json {
  const { method, params } = JSON.parse(body)
  const [request] = params
  const newest = headers.at(-1)
  if (method === 'ledger') {
    const index = request.ledger_index === 'validated' ? newest?.ledger_index : request.ledger_index
    const ledger = headers.find((header) => header.ledger_index === index)
    return { result: ledger === undefined ? { error: 'lgrNotFound' } : { ledger, validated: true } }
  }
  if (method === 'tx')
    return { result: entries.find(({ hash }) => hash === request.transaction) ?? { error: 'txnNotFound' } }
  const { ledger_index_min: min, ledger_index_max: max, marker = 0, limit } = request
  if (min < (headers[0]?.ledger_index ?? 0) || max > (newest?.ledger_index ?? 0))
    return { result: { error: 'lgrIdxMalformed' } }
  const within = entries
    .filter(({ ledger_index: ledger }) => ledger >= min && ledger <= max)
    .toSorted((a, b) => a.ledger_index - b.ledger_index)
  const page = within.slice(marker, marker + limit)
  const next = marker + limit < within.length ? { marker: marker + limit } : {}
  return { result: { ledger_index_min: min, ledger_index_max: max, transactions: page, ...next } }
}

interface Item {
  salt: string
  cid: string
  token: string | null
  mintTxid: string | null
  state: 'unsold' | 'sold' | 'removed'
}

interface Epoch {
  terms: DrawEpoch
  key: DrawKey
  items: Item[]
  salts: string[]
  leaves: Buffer[]
  withdrawn: Map<number, number>
}

interface Request {
  draw: Draw
  epoch: Epoch
  /** Decided at random when the draw is requested. */
  fate: 'paid' | 'unpaid' | 'unanchored' | 'not offered'
  anchorLedger: number | null
  closeTime: number
  soldLedger: number | null
}

export interface DrawHistory {
  record: DrawRecord
  ledger: StoredLedger
  keys: Map<number, DrawKey>
  seeds: string[]
  /** The item at each position, by epoch. */
  works: Map<number, { salt: string; cid: string }[]>
}

export interface HistoryOptions {
  seed: number
  draws: number
  /** The approximate number of draws in an epoch. */
  epochDraws?: number
  /** Probabilities of draws that are not plain purchases: unpaid ones, and ones with other troubles. */
  unpaid?: number
  troubles?: number
  /** Probability of a draw at each ledger. If it is low, reservations end between draws. */
  pace?: number
  accounts?: number
}

export const marketplaceOfHistory = 'rE2S78gpLaXgzrpWFWH5mmCZ1Rzoouod4K'
const issuer = 'rPNk35EnawczRuqYsFW826TAEN1ArPtju2'
const issuerHex = 'F3EC2E296B3816F9F86E3B88E83FB3DED42D9893'
export const collectionOfHistory = 'fair'
const taxon = 77

/** A marketplace on one ledger, simulated ledger by ledger. */
class World {
  readonly random: () => number
  readonly ledger: StoredLedger = { headers: [], entries: [] }
  readonly epochs: Epoch[] = []
  readonly requests: Request[] = []
  readonly anchors: DrawAnchor[] = []
  readonly seeds: string[] = []
  readonly items: Item[][] = [[], []]
  readonly #options: Required<HistoryOptions>
  #submitted: {
    make: (ledger: number, closeTime: number) => LedgerEntry
    onValidated: (entry: LedgerEntry) => void
  }[] = []
  #serial = 0
  #tokens = 0
  #isAnchoring = false

  constructor(options: HistoryOptions) {
    this.#options = { epochDraws: 1000, unpaid: 0.3, troubles: 0.1, pace: 1, accounts: 40, ...options }
    this.random = seeded(options.seed)
    let seed = sha256(`chain ${options.seed}`)
    for (let number = 0; number <= options.draws + 10; number += 1) {
      this.seeds.unshift(hex(seed))
      seed = sha256(seed)
    }
    for (const [place, price] of this.items.entries())
      for (let count = 0; count < (place === 0 ? options.draws : options.draws / 3) + 5; count += 1)
        price.push(this.#newItem())
  }

  #hash(about: string): string {
    this.#serial += 1
    return hex(sha256(`${about} ${this.#options.seed} ${this.#serial}`))
  }

  #below = (size: number) => Math.floor(this.random() * size)
  #chance = (part: number) => this.random() < part

  #newItem(): Item {
    const cid = `bafkrei${this.#hash('cid').toLowerCase().slice(0, 52)}`
    return { salt: this.#hash('salt'), cid, token: null, mintTxid: null, state: 'unsold' }
  }

  get newest(): Header {
    const header = this.ledger.headers.at(-1)
    if (header === undefined) throw new Error('no ledger')
    return header
  }

  #entry(TransactionType: string, fields: Json, nodes: Json[], Account = marketplaceOfHistory) {
    const hash = this.#hash('transaction')
    return (ledger: number, closeTime: number): LedgerEntry => ({
      hash,
      ledger_index: ledger,
      close_time_iso: isoOf(closeTime),
      validated: true,
      tx_json: { TransactionType, Account, ...fields },
      meta: { TransactionResult: 'tesSUCCESS', AffectedNodes: nodes },
    })
  }

  #submit(
    make: (ledger: number, closeTime: number) => LedgerEntry,
    onValidated: (entry: LedgerEntry) => void,
  ) {
    this.#submitted.push({ make, onValidated })
  }

  closeLedger(): void {
    const before = this.ledger.headers.at(-1)
    const closeTime = (before?.close_time ?? 800_000_000) + 1 + this.#below(40)
    const header = {
      ledger_index: (before?.ledger_index ?? 90_000_000) + 1,
      parent_hash: before?.ledger_hash ?? '00'.repeat(32),
      transaction_hash: this.#hash('transactions'),
      account_hash: this.#hash('state'),
      total_coins: String(99_990_000_000_000_000n - BigInt(this.#serial)),
      close_time: closeTime,
      parent_close_time: before?.close_time ?? 0,
      close_time_resolution: 10,
      close_flags: 0,
    }
    this.ledger.headers.push({ ...header, ledger_hash: headerHash(header) })
    const submitted = this.#submitted
    this.#submitted = []
    for (const { make, onValidated } of submitted) {
      const entry = make(header.ledger_index, closeTime)
      this.ledger.entries.push(entry)
      onValidated(entry)
    }
  }

  #isHeld = (request: Request, closeTime: number) =>
    request.draw.position !== null && request.closeTime + holdSeconds > closeTime

  #isOpen(request: Request): boolean {
    const { draw, soldLedger } = request
    if (draw.state === 'withheld' || draw.state === 'sold_out' || soldLedger !== null) return false
    return draw.position === null || this.#isHeld(request, this.newest.close_time)
  }

  /** Returns the positions that are free at a ledger for a draw with this number. */
  #freeAt(epoch: Epoch, ledger: number, closeTime: number): number[] {
    const unavailable = new Set<number>()
    for (const request of this.requests) {
      if (request.epoch !== epoch || request.draw.position === null) continue
      const isSold = request.soldLedger !== null && request.soldLedger <= ledger
      if (isSold || this.#isHeld(request, closeTime)) unavailable.add(request.draw.position)
    }
    for (const [position, since] of epoch.withdrawn) if (since <= ledger) unavailable.add(position)
    return epoch.items.flatMap((_, position) => (unavailable.has(position) ? [] : [position]))
  }

  beginEpoch(price: number): void {
    const items = (this.items[price] ?? []).filter(({ state }) => state === 'unsold')
    if (items.length === 0) return
    for (let at = items.length - 1; at > 0; at -= 1) {
      const other = this.#below(at + 1)
      const [a, b] = [items[at], items[other]]
      if (a !== undefined && b !== undefined) [items[at], items[other]] = [b, a]
    }
    for (const item of items) item.salt = this.#hash('salt')
    const salts = items.map(({ salt }) => salt)
    const leaves = items.map(({ salt, cid }, position) => leafOf(position, salt, cid))
    const key = makeKey()
    const drawn = this.requests.findLast(({ draw }) => draw.seed !== null)?.draw.number ?? 0
    const terms: DrawEpoch = {
      collection: collectionOfHistory,
      issuer,
      taxon,
      epoch: this.epochs.length + 1,
      firstNumber: this.requests.length + 1,
      count: items.length,
      priceDrops: price === 0 ? '25000000' : '90000000',
      currency: null,
      root: rootOf(leaves),
      drawKey: key.publicHex,
      chainTip: this.seeds[drawn] ?? '',
      chainNumber: drawn,
      commitmentTxid: '',
      commitmentLedger: 0,
    }
    this.#submit(this.#memoEntry(commitmentMemo(terms)), (entry) => {
      terms.commitmentTxid = entry.hash
      terms.commitmentLedger = entry.ledger_index
      this.epochs.push({ terms, key, items, salts, leaves, withdrawn: new Map() })
    })
    this.closeLedger()
  }

  #memoEntry({ type, text }: { type: string; text: string }) {
    const Memo = { MemoType: textHex(type), MemoFormat: textHex('application/json'), MemoData: textHex(text) }
    return this.#entry('AccountSet', { Memos: [{ Memo }] }, [])
  }

  /** Returns the current epoch for draws at a price. */
  current = (price: number) =>
    this.epochs.findLast(({ terms }) => terms.priceDrops === (price === 0 ? '25000000' : '90000000'))

  request(): void {
    const epoch = this.current(this.#chance(0.25) ? 1 : 0) ?? this.current(0)
    const account = `rBuyer${'123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijk'[this.#below(this.#options.accounts)]}EnawczRuqYsFW826TAEN`
    const isBusy = this.requests.some((one) => one.draw.account === account && this.#isOpen(one))
    if (epoch === undefined || isBusy) return
    const { unpaid, troubles } = this.#options
    const draw: Draw = {
      number: this.requests.length + 1,
      epoch: epoch.terms.epoch,
      account,
      requestLedger: this.newest.ledger_index,
      receipt: '',
      state: 'waiting',
      anchorTxid: null,
      beaconLedger: null,
      beaconHash: null,
      seed: null,
      position: null,
      offerTxid: null,
      reveal: null,
      date: isoOf(this.newest.close_time),
      workName: null,
    }
    draw.receipt = signReceipt(epoch.key, collectionOfHistory, draw)
    const trouble = this.#chance(0.5) ? 'unanchored' : 'not offered'
    const fate = this.#chance(troubles) ? trouble : this.#chance(unpaid) ? 'unpaid' : 'paid'
    this.requests.push({ draw, epoch, fate, anchorLedger: null, closeTime: 0, soldLedger: null })
  }

  /** Sometimes withdraws a free position. */
  #withdrawal(): (AnchorEntry & { kind: 'withdrawal' })[] {
    const epoch = this.current(0)
    const isIdle = !this.requests.some((one) => one.epoch === epoch && this.#isOpen(one))
    if (epoch === undefined || !isIdle || !this.#chance(0.3)) return []
    const free = this.#freeAt(epoch, this.newest.ledger_index, this.newest.close_time)
    const position = free[this.#below(free.length)]
    if (position === undefined || free.length < 5) return []
    const leaf = hex(epoch.leaves[position] ?? Buffer.alloc(0))
    const path = pathOf(epoch.leaves, position)
    return [
      { kind: 'withdrawal', collection: collectionOfHistory, epoch: epoch.terms.epoch, position, leaf, path },
    ]
  }

  anchor(): void {
    if (this.#isAnchoring) return
    const waiting = this.requests.filter(
      ({ draw, fate }) => draw.state === 'waiting' && fate !== 'unanchored',
    )
    const requests = waiting.map(({ draw }): AnchorEntry => {
      const { epoch, number, account } = draw
      return { kind: 'request', collection: collectionOfHistory, epoch, number, account }
    })
    const others = this.#chance(0.3)
      ? [
          {
            kind: 'request',
            collection: 'another',
            epoch: 1,
            number: 1 + this.#below(9),
            account: issuer,
          } as const,
        ]
      : []
    const entries = [...requests, ...this.#withdrawal(), ...(requests.length > 0 ? others : [])]
    if (entries.length === 0) return
    this.#isAnchoring = true
    this.#submit(this.#memoEntry(anchorMemo(entries)), ({ hash, ledger_index: ledger }) => {
      this.#isAnchoring = false
      this.anchors.push({ txid: hash, ledger, entries })
      for (const request of waiting) {
        request.draw.anchorTxid = hash
        request.draw.state = 'anchored'
        request.anchorLedger = ledger
      }
      for (const entry of entries) {
        if (entry.kind !== 'withdrawal') continue
        const epoch = this.epochs[entry.epoch - 1]
        epoch?.withdrawn.set(entry.position, ledger)
        const item = epoch?.items[entry.position]
        if (item !== undefined) item.state = 'removed'
      }
      // A number is never anchored after a larger one.
      for (const { draw, fate } of this.requests)
        if (fate === 'unanchored' && draw.state === 'waiting') draw.state = 'withheld'
    })
  }

  draw(): void {
    const beacon = this.newest
    for (const request of this.requests) {
      const { draw, epoch, anchorLedger } = request
      if (anchorLedger === null || anchorLedger + 1 !== beacon.ledger_index) continue
      const { number, account } = draw
      draw.beaconLedger = beacon.ledger_index
      draw.beaconHash = beacon.ledger_hash
      draw.seed = this.seeds[number] ?? ''
      const free = this.#freeAt(epoch, beacon.ledger_index, beacon.close_time)
      const lapsed = this.requests.findLast(
        (one) =>
          one.epoch === epoch &&
          one.draw.account === account &&
          one.draw.position !== null &&
          one.soldLedger === null,
      )?.draw.position
      const selection =
        free.length === 0 ? null : free[placeOf(draw.seed, draw.beaconHash, account, number, free.length)]
      draw.position = (typeof lapsed === 'number' && free.includes(lapsed) ? lapsed : selection) ?? null
      draw.state = draw.position === null ? 'sold_out' : 'held'
      request.closeTime = beacon.close_time
    }
  }

  /** Offers the drawn works on behalf of the marketplace. Buyers pay or let the offers lapse. */
  trade(): void {
    for (const request of this.requests) {
      const { draw, fate } = request
      if (draw.state !== 'held') continue
      const end = request.closeTime + holdSeconds
      if (end <= this.newest.close_time) draw.state = draw.offerTxid === null ? 'withheld' : 'lapsed'
      else if (draw.offerTxid === null) {
        // The offer and its payment need several ledgers, of 40 seconds at most.
        if (fate !== 'not offered' && end - this.newest.close_time > 200) this.#offer(request)
      } else if (fate === 'paid') this.#sell(request)
    }
  }

  #offer({ draw, epoch, closeTime }: Request): void {
    const item = epoch.items[draw.position ?? 0]
    if (item === undefined) return
    const nftokenID = item.token ?? this.#newToken()
    const terms = {
      Amount: epoch.terms.priceDrops,
      Destination: draw.account,
      Expiration: closeTime + holdSeconds,
    }
    const offer = { NFTokenID: nftokenID, Owner: marketplaceOfHistory, Flags: lsfSellNFToken, ...terms }
    const created = {
      CreatedNode: { LedgerEntryType: 'NFTokenOffer', LedgerIndex: this.#hash('offer'), NewFields: offer },
    }
    draw.offerTxid = 'submitted'
    if (item.token !== null) {
      this.#submit(
        this.#entry('NFTokenCreateOffer', { NFTokenID: nftokenID, Flags: tfSellNFToken, ...terms }, [
          created,
        ]),
        (entry) => {
          draw.offerTxid = entry.hash
        },
      )
      return
    }
    item.token = nftokenID
    const URI = textHex(`ipfs://${item.cid}`)
    const others = [{ NFToken: { NFTokenID: this.#hash('other token') } }]
    const page = {
      ModifiedNode: {
        LedgerEntryType: 'NFTokenPage',
        LedgerIndex: this.#hash('page'),
        PreviousFields: { NFTokens: others },
        FinalFields: { NFTokens: [...others, { NFToken: { NFTokenID: nftokenID, URI } }] },
      },
    }
    const fields = { Issuer: issuer, NFTokenTaxon: taxon, URI, Flags: nftokenFlags.transferable, ...terms }
    this.#submit(this.#entry('NFTokenMint', fields, [created, page]), (entry) => {
      draw.offerTxid = entry.hash
      item.mintTxid = entry.hash
    })
  }

  #newToken(): string {
    this.#tokens += 1
    const scrambled = (
      BigInt(taxon) ^
      ((384_160_001n * BigInt(this.#tokens) + 2459n) & 0xffff_ffffn)
    ).toString(16)
    return `00080000${issuerHex}${scrambled.toUpperCase().padStart(8, '0')}${hex(u32(this.#tokens))}`
  }

  #sell(request: Request): void {
    const { draw, epoch } = request
    const position = draw.position ?? 0
    const item = epoch.items[position]
    const entry = this.ledger.entries.find(({ hash }) => hash === draw.offerTxid)
    const created = entry?.meta.AffectedNodes.find((node) => 'CreatedNode' in node)?.CreatedNode
    if (item === undefined || item.token === null || created === undefined) return
    const { LedgerIndex, NewFields } = Object(created)
    const deleted = { DeletedNode: { LedgerEntryType: 'NFTokenOffer', LedgerIndex, FinalFields: NewFields } }
    const { token, salt, cid, mintTxid } = item
    request.fate = 'unpaid'
    this.#submit(
      this.#entry('NFTokenAcceptOffer', { NFTokenSellOffer: LedgerIndex }, [deleted], draw.account),
      (entry) => {
        request.soldLedger = entry.ledger_index
        item.state = 'sold'
        draw.state = 'sold'
        draw.workName = `Work ${cid.slice(-4)}`
        draw.reveal = {
          salt,
          metadataCid: cid,
          path: pathOf(epoch.leaves, position),
          nftokenID: token,
          mintTxid: mintTxid ?? '',
          saleTxid: entry.hash,
        }
      },
    )
  }

  get isQuiet(): boolean {
    return !this.requests.some((request) => this.#isOpen(request))
  }

  step(): void {
    const { draws, epochDraws, pace } = this.#options
    const epoch = this.epochs.at(-1)
    const isDue = epoch !== undefined && this.requests.length >= epoch.terms.firstNumber + epochDraws
    const isFull = this.requests.length >= draws
    if (isDue && !isFull) {
      // Continues only when no draw is open.
      if (this.isQuiet) {
        this.beginEpoch(0)
        this.beginEpoch(1)
      }
    } else if (!isFull && this.#chance(pace)) {
      for (let count = this.#below(4); count > 0 && this.requests.length < draws; count -= 1) this.request()
    }
    if (this.#chance(0.8)) this.anchor()
    this.closeLedger()
    const deadline = this.newest.ledger_index - maxAnchorDelay
    for (const { draw } of this.requests)
      if (draw.state === 'waiting' && draw.requestLedger < deadline) draw.state = 'withheld'
    this.draw()
    this.trade()
  }
}

/**
 * Creates the history of an honest marketplace, with unpaid and withheld draws, withdrawals, two prices and several
 * epochs.
 */
export function honestHistory(options: HistoryOptions): DrawHistory {
  const world = new World(options)
  for (let count = 0; count < 3; count += 1) world.closeLedger()
  world.beginEpoch(0)
  world.beginEpoch(1)
  while (world.requests.length < options.draws || !world.isQuiet) world.step()
  // Continues until all outcomes are recorded and every anchor's deadline has passed.
  for (let count = 0; count < maxAnchorDelay + 30; count += 1) world.step()
  const draws = world.requests.map(({ draw }) => draw)
  for (const draw of draws) if (draw.state === 'waiting') draw.state = 'withheld'
  const inState = (state: string) => draws.filter((draw) => draw.state === state).length
  return {
    record: {
      collection: { id: collectionOfHistory, name: 'Fair', issuer, taxon },
      marketplace: marketplaceOfHistory,
      ledgerIndex: world.newest.ledger_index,
      counts: {
        draws: draws.length,
        sold: inState('sold'),
        held: inState('held'),
        lapsed: inState('lapsed'),
        withheld: inState('withheld'),
        soldOut: inState('sold_out'),
      },
      draws,
      anchors: world.anchors.filter(({ entries }) =>
        entries.some(({ collection }) => collection === collectionOfHistory),
      ),
      epochs: world.epochs.map(({ terms }) => terms),
    },
    ledger: world.ledger,
    keys: new Map(world.epochs.map(({ terms, key }) => [terms.epoch, key])),
    seeds: world.seeds,
    works: new Map(
      world.epochs.map(({ terms, items, salts }) => [
        terms.epoch,
        items.map(({ cid }, position) => ({ cid, salt: salts[position] ?? '' })),
      ]),
    ),
  }
}
