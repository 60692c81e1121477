import { decodeAccountID } from 'ripple-address-codec'
import type { AnchorEntry, Draw, DrawEpoch } from '#draw-verifier/draw-records.ts'
import type { RefusalCode } from '#draw-verifier/sentences.ts'
import {
  anchorMemo,
  collectionOfHistory,
  commitmentMemo,
  headerHash,
  leafOf,
  type LedgerEntry,
  marketplaceOfHistory,
  pathOf,
  rootOf,
} from './draw-history.ts'
import type { Cheat } from './tampered-draws.ts'

/**
 * Forges an honest history. `code` is the reason that the verifier must name; without it, any refusal is enough, or a
 * result that nothing can be verified.
 */
export interface Forgery {
  name: string
  code?: RefusalCode
  forge: (cheat: Cheat) => void
}

const friend = 'rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH'
const flip = (hex: string) => hex.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))
const hexOf = (text: string) => Buffer.from(text).toString('hex').toUpperCase()

/** Returns other values of the same kind with which a forger could replace a value. */
function othersOf(value: unknown, among: readonly unknown[]): unknown[] {
  const other = among.find((one) => one !== null && JSON.stringify(one) !== JSON.stringify(value))
  const swapped = other === undefined ? [] : [other]
  if (typeof value === 'number') return [value + 1, value + 1000, Math.max(0, value - 1), ...swapped]
  if (value === null) return swapped
  if (Array.isArray(value)) return [value.slice(1), [...value, ...value.slice(0, 1)], value.toReversed()]
  if (typeof value !== 'string') return [null]
  return [/^[0-9A-F]{64,}$/.test(value) ? flip(value) : `${value.slice(0, -1)}z`, ...swapped, null]
}

type Fields = Record<string, unknown>

/** Returns forgeries of every field of an object that `pick` finds. */
function ofFields(
  what: string,
  fields: readonly string[],
  pick: (cheat: Cheat) => object,
  among: (cheat: Cheat) => readonly object[] = () => [],
): Forgery[] {
  return fields.flatMap((field) =>
    [0, 1, 2, 3].map(
      (turn): Forgery => ({
        name: `${what}: ${field}, in way ${turn + 1}`,
        forge(cheat) {
          const target = pick(cheat) as Fields
          const before = target[field]
          const others = othersOf(
            before,
            among(cheat).map((one) => (one as Fields)[field]),
          )
          const value = others[turn] ?? others[0]
          if (value === undefined || JSON.stringify(value) === JSON.stringify(before)) throw nothing
          target[field] = value
        },
      }),
    ),
  )
}

/** Thrown if a history has nothing to forge. */
export const nothing = new Error('this history has nothing to forge')

const drawFields = [
  'number',
  'epoch',
  'account',
  'requestLedger',
  'receipt',
  'anchorTxid',
  'beaconLedger',
  'beaconHash',
  'seed',
  'position',
  'offerTxid',
  'reveal',
]
const drawsOf = (cheat: Cheat, state: Draw['state'], isPlaced = true) =>
  cheat.pick(cheat.draws.filter((draw) => draw.state === state && (draw.position !== null) === isPlaced))

const recordForgeries: Forgery[] = [
  ...ofFields(
    'a sold draw',
    drawFields,
    (cheat) => drawsOf(cheat, 'sold'),
    (cheat) => cheat.draws,
  ),
  ...ofFields(
    'a lapsed draw',
    drawFields,
    (cheat) => drawsOf(cheat, 'lapsed'),
    (cheat) => cheat.draws,
  ),
  ...ofFields(
    'a withheld draw with a position',
    drawFields,
    (cheat) => drawsOf(cheat, 'withheld'),
    (cheat) => cheat.draws,
  ),
  ...ofFields(
    'a withheld draw without an anchor',
    drawFields,
    (cheat) => drawsOf(cheat, 'withheld', false),
    (cheat) => cheat.draws,
  ),
  ...ofFields(
    'a reveal',
    ['salt', 'metadataCid', 'path', 'nftokenID', 'mintTxid', 'saleTxid'],
    (cheat) => cheat.pick(cheat.sold).reveal,
    (cheat) => cheat.sold.map(({ reveal }) => reveal),
  ),
  ...ofFields(
    'an epoch',
    [
      'collection',
      'issuer',
      'taxon',
      'epoch',
      'firstNumber',
      'count',
      'priceDrops',
      'root',
      'drawKey',
      'chainTip',
      'chainNumber',
      'commitmentTxid',
      'commitmentLedger',
    ],
    (cheat) => cheat.epochOf(cheat.pick(cheat.sold)),
    (cheat) => cheat.history.record.epochs,
  ),
  ...ofFields(
    'an anchor',
    ['txid', 'ledger', 'entries'],
    (cheat) => cheat.anchorOf(cheat.pick(cheat.sold)),
    (cheat) => cheat.history.record.anchors,
  ),
  ...ofFields('a request under an anchor', ['collection', 'epoch', 'number', 'account'], (cheat) =>
    cheat.pick(cheat.anchorOf(cheat.pick(cheat.sold)).entries.filter((one) => one.kind === 'request')),
  ),
  ...ofFields('a withdrawal', ['collection', 'epoch', 'position', 'leaf', 'path'], (cheat) =>
    cheat.pick(
      cheat.history.record.anchors.flatMap(({ entries }) =>
        entries.filter((one) => one.kind === 'withdrawal'),
      ),
    ),
  ),
  ...ofFields(
    'the counts',
    ['draws', 'sold', 'held', 'lapsed', 'withheld', 'soldOut'],
    (cheat) => cheat.history.record.counts,
  ),
  ...ofFields('the collection', ['id', 'issuer', 'taxon'], (cheat) => cheat.history.record.collection),
  ...ofFields('the record', ['marketplace'], (cheat) => cheat.history.record),
]

/** Returns the fields of a transaction. */
const txOf = (entry: LedgerEntry) => entry.tx_json
const transactions: [what: string, pick: (cheat: Cheat) => LedgerEntry][] = [
  ['a commitment', (cheat) => cheat.entry(cheat.epochOf(cheat.pick(cheat.sold)).commitmentTxid)],
  ['an anchor', (cheat) => cheat.entry(cheat.pick(cheat.sold).anchorTxid)],
  ['an offer', (cheat) => cheat.entry(cheat.pick(cheat.sold).offerTxid)],
  ['the offer of a lapsed draw', (cheat) => cheat.entry(drawsOf(cheat, 'lapsed').offerTxid)],
  ['a sale', (cheat) => cheat.entry(cheat.pick(cheat.sold).reveal.saleTxid)],
]

const ledgerForgeries: Forgery[] = transactions.flatMap(([what, pick]): Forgery[] => [
  ...ofFields(`${what} on the ledger`, ['Account', 'TransactionType'], (cheat) => txOf(pick(cheat))),
  {
    name: `${what} on the ledger has failed`,
    forge(cheat) {
      pick(cheat).meta.TransactionResult = 'tecKILLED'
    },
  },
  {
    name: `${what} is not on the ledger`,
    forge(cheat) {
      const { ledger } = cheat.history
      const { hash } = pick(cheat)
      ledger.entries = ledger.entries.filter((entry) => entry.hash !== hash)
    },
  },
  {
    name: `${what} is of another ledger, long before`,
    forge(cheat) {
      const entry = pick(cheat)
      if (what === 'a sale') throw nothing
      cheat.move(entry, (cheat.history.ledger.headers[0]?.ledger_index ?? 0) + 1)
    },
  },
])

const offerForgeries = (['sold', 'lapsed'] as const).flatMap((state) =>
  ofFields(
    `the offer object of a ${state} draw`,
    ['NFTokenID', 'Owner', 'Amount', 'Destination', 'Expiration'],
    (cheat) => cheat.pick(cheat.offers(cheat.entry(drawsOf(cheat, state).offerTxid))),
  ),
)

const mintForgeries = [
  ...ofFields('the mint of a sold work', ['Issuer', 'NFTokenTaxon', 'URI'], (cheat) =>
    txOf(cheat.entry(cheat.pick(cheat.sold).reveal.mintTxid)),
  ),
  ...ofFields('the mint of a lapsed work', ['Issuer', 'NFTokenTaxon'], (cheat) =>
    txOf(
      cheat.pick(
        cheat.draws
          .filter(({ state }) => state === 'lapsed')
          .map(({ offerTxid }) => cheat.entry(offerTxid))
          .filter(({ tx_json }) => tx_json.TransactionType === 'NFTokenMint'),
      ),
    ),
  ),
]

const headerForgeries = (['node', 'hash'] as const).flatMap((what) =>
  ofFields(
    `a deciding ledger, ${what === 'hash' ? 'with a hash that fits' : 'as nodes show it'}`,
    [
      'ledger_hash',
      'parent_hash',
      'transaction_hash',
      'account_hash',
      'close_time',
      'parent_close_time',
      'close_time_resolution',
      'close_flags',
    ],
    (cheat) => cheat.header(cheat.pick(cheat.sold).beaconLedger ?? 0),
  ).map((one) => ({
    ...one,
    forge(cheat: Cheat) {
      const before = structuredClone(cheat.history.ledger.headers)
      one.forge(cheat)
      if (what === 'node') return
      for (const [place, header] of cheat.history.ledger.headers.entries())
        if (JSON.stringify(header) !== JSON.stringify(before[place])) header.ledger_hash = headerHash(header)
      if (JSON.stringify(before) === JSON.stringify(cheat.history.ledger.headers)) throw nothing
    },
  })),
)

/** Adapts the counts to the states, as a forger would. */
function recount({ history: { record }, draws }: Cheat): void {
  const inState = (state: Draw['state']) => draws.filter((draw) => draw.state === state).length
  record.counts = {
    draws: draws.length,
    sold: inState('sold'),
    held: inState('held'),
    lapsed: inState('lapsed'),
    withheld: inState('withheld'),
    soldOut: inState('sold_out'),
  }
}

const states: Draw['state'][] = ['waiting', 'anchored', 'held', 'sold', 'lapsed', 'withheld', 'sold_out']

const stateForgeries = states.flatMap((from) =>
  [true, false].flatMap((isPlaced) =>
    states
      .filter((to) => to !== from)
      .map(
        (to): Forgery => ({
          name: `a ${from} draw ${isPlaced ? 'with' : 'without'} a position is called ${to}`,
          forge(cheat) {
            if (!cheat.draws.some((draw) => draw.state === from && (draw.position !== null) === isPlaced))
              throw nothing
            drawsOf(cheat, from, isPlaced).state = to
            recount(cheat)
          },
        }),
      ),
  ),
)

/**
 * Recreates the commitment to the items of an epoch, with everything that depends on it: root, memo, paths and
 * withdrawals.
 */
function recommit(cheat: Cheat, epoch: DrawEpoch): void {
  const { record, works } = cheat.history
  const leaves = (works.get(epoch.epoch) ?? []).map(({ salt, cid }, position) => leafOf(position, salt, cid))
  epoch.root = rootOf(leaves)
  cheat.memo(cheat.entry(epoch.commitmentTxid), commitmentMemo(epoch))
  for (const { epoch: number, position, reveal } of cheat.draws) {
    if (number !== epoch.epoch || position === null || reveal === null) continue
    reveal.path = pathOf(leaves, position)
  }
  for (const anchor of record.anchors) {
    for (const entry of anchor.entries) {
      if (entry.kind !== 'withdrawal' || entry.epoch !== epoch.epoch) continue
      entry.leaf = (leaves[entry.position] ?? Buffer.alloc(0)).toString('hex').toUpperCase()
      entry.path = pathOf(leaves, entry.position)
    }
    cheat.memo(cheat.entry(anchor.txid), anchorMemo(anchor.entries))
  }
}

/** Replaces the work at the position of a sold draw, in the commitment and on the ledger. */
function placeWork(cheat: Cheat, draw: Cheat['sold'][number], cid: string): void {
  const work = cheat.history.works.get(draw.epoch)?.[draw.position]
  if (work === undefined) throw nothing
  work.cid = cid
  draw.reveal.metadataCid = cid
  cheat.uri(draw, cid)
}

/** Returns entries that withdraw positions of an epoch. */
function withdrawalsOf(cheat: Cheat, epoch: number, positions: number[]): AnchorEntry[] {
  const leaves = (cheat.history.works.get(epoch) ?? []).map(({ salt, cid }, at) => leafOf(at, salt, cid))
  return positions.map((position) => ({
    kind: 'withdrawal',
    collection: collectionOfHistory,
    epoch,
    position,
    leaf: (leaves[position] ?? Buffer.alloc(0)).toString('hex').toUpperCase(),
    path: pathOf(leaves, position),
  }))
}

/** Returns the last drawn number of an epoch, with the other positions that were free. */
function lastWithOthers(cheat: Cheat): { draw: Draw; others: number[] } {
  const drawn = cheat.draws.filter(({ position }) => position !== null)
  const last = drawn.filter(
    (draw) => !drawn.some((later) => later.epoch === draw.epoch && later.number > draw.number),
  )
  const options = last
    .map((draw) => ({ draw, others: cheat.freeAt(draw).filter((free) => free !== draw.position) }))
    .filter(({ others }) => others.length > 0)
  return cheat.pick(options)
}

function anchorToo(cheat: Cheat, entries: AnchorEntry[], ledger: number): void {
  const like = cheat.entry(cheat.history.record.anchors[0]?.txid ?? null)
  const entry = cheat.add(like, {}, ledger)
  cheat.memo(entry, anchorMemo(entries))
  cheat.history.record.anchors.push({ txid: entry.hash, ledger, entries })
}

/** Returns a lapsed draw whose work was offered and is not drawn again. */
function unpaid(cheat: Cheat): { draw: Draw; offer: LedgerEntry; token: string } {
  const draw = cheat.pick(
    cheat.draws.filter(
      ({ state, epoch, position, number }) =>
        state === 'lapsed' &&
        !cheat.draws.some(
          (later) => later.number > number && later.epoch === epoch && later.position === position,
        ),
    ),
  )
  const offer = cheat.entry(draw.offerTxid)
  return { draw, offer, token: String(cheat.offers(offer)[0]?.['NFTokenID']) }
}

/** Returns a token of the collection with another number. */
const nextToken = (token: string) => {
  const sequence = 40_000
  const scrambled = (77n ^ ((384_160_001n * BigInt(sequence) + 2459n) & 0xffff_ffffn)).toString(16)
  const hex = (value: string) => value.toUpperCase().padStart(8, '0')
  return `${token.slice(0, 48)}${hex(scrambled)}${hex(sequence.toString(16))}`
}

function mintOf(token: string, URI: string) {
  const page = {
    ModifiedNode: {
      LedgerEntryType: 'NFTokenPage',
      LedgerIndex: 'AB'.repeat(32),
      PreviousFields: { NFTokens: [] },
      FinalFields: { NFTokens: [{ NFToken: { NFTokenID: token, URI } }] },
    },
  }
  return { TransactionResult: 'tesSUCCESS', AffectedNodes: [page] }
}

/** Makes the marketplace accept a friend's offer to buy a token. */
function sellToFriend(cheat: Cheat, token: string, ledger: number): void {
  const id = flip(token)
  const FinalFields = { NFTokenID: token, Owner: friend, Flags: 0, Amount: '1' }
  const deleted = { DeletedNode: { LedgerEntryType: 'NFTokenOffer', LedgerIndex: id, FinalFields } }
  const tx_json = {
    TransactionType: 'NFTokenAcceptOffer',
    Account: marketplaceOfHistory,
    NFTokenBuyOffer: id,
  }
  const meta = { TransactionResult: 'tesSUCCESS', AffectedNodes: [deleted] }
  cheat.add(cheat.entry(cheat.pick(cheat.sold).offerTxid), { tx_json, meta }, ledger)
}

function mintAside(cheat: Cheat): string {
  const mint = cheat.entry(cheat.pick(cheat.sold).reveal.mintTxid)
  const token = nextToken(cheat.pick(cheat.sold).reveal.nftokenID)
  const URI = hexOf('ipfs://bafkreiasideasideasideasideasideasideasideasideasideasid')
  const { Amount: _amount, Destination: _buyer, Expiration: _end, ...tx_json } = mint.tx_json
  const change = { tx_json: { ...tx_json, URI }, meta: mintOf(token, URI) }
  cheat.add(mint, change, mint.ledger_index + 1)
  return token
}

/** Ed25519 points of order 1, 2, 4 and 8, and two that are not the canonical encoding of a point. */
const weakKeys = [
  '0100000000000000000000000000000000000000000000000000000000000000',
  'ECFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF7F',
  '0000000000000000000000000000000000000000000000000000000000000080',
  '0000000000000000000000000000000000000000000000000000000000000000',
  'C7176A703D4DD84FBA3C0B760D10670F2A2053FA2C39CCC64EC7FD7792AC037A',
  '26E8958FC2B227B045C3F489F2EF98F0D5DFAC05D3C63339B13802886D53FC05',
  'EEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF7F',
  '0100000000000000000000000000000000000000000000000000000000000080',
]

const semanticForgeries: Forgery[] = [
  {
    name: 'all other free positions are withdrawn under the anchor of a request',
    code: 'withdrawn_under_draw',
    forge(cheat) {
      const { draw, others } = lastWithOthers(cheat)
      const anchor = cheat.anchorOf(draw)
      anchor.entries.push(...withdrawalsOf(cheat, draw.epoch, others))
      cheat.memo(cheat.entry(anchor.txid), anchorMemo(anchor.entries))
    },
  },
  {
    name: 'all other free positions are withdrawn in the ledger that decides',
    code: 'withdrawn_under_draw',
    forge(cheat) {
      const { draw, others } = lastWithOthers(cheat)
      anchorToo(cheat, withdrawalsOf(cheat, draw.epoch, others), draw.beaconLedger ?? 0)
    },
  },
  {
    name: 'one position is withdrawn twice',
    code: 'withdrawn_twice',
    forge(cheat) {
      const entry = cheat.pick(
        cheat.history.record.anchors.flatMap(({ entries }) =>
          entries.filter((one) => one.kind === 'withdrawal'),
        ),
      )
      anchorToo(cheat, [entry], cheat.history.record.ledgerIndex - 5)
    },
  },
  {
    name: 'an unpaid work is sold by accepting the offer of a friend',
    code: 'sold_outside',
    forge(cheat) {
      const { token, offer } = unpaid(cheat)
      sellToFriend(cheat, token, offer.ledger_index + 4)
    },
  },
  {
    name: 'a work is minted without an offer',
    code: 'minted_outside',
    forge: (cheat) => void mintAside(cheat),
  },
  {
    name: 'a work that was minted without an offer is sold to a friend',
    code: 'sold_outside',
    forge(cheat) {
      const token = mintAside(cheat)
      sellToFriend(cheat, token, cheat.entry(cheat.pick(cheat.sold).offerTxid).ledger_index + 3)
    },
  },
  {
    name: 'a token leaves the pages of the marketplace',
    code: 'sold_outside',
    forge(cheat) {
      const { token, offer } = unpaid(cheat)
      // The index of a token page starts with the bytes of the owner's account.
      const owner = Buffer.from(decodeAccountID(marketplaceOfHistory)).toString('hex').toUpperCase()
      const page = (FinalFields: object, PreviousFields: object) => ({
        ModifiedNode: {
          LedgerEntryType: 'NFTokenPage',
          LedgerIndex: `${owner}${'0'.repeat(24)}`,
          FinalFields,
          PreviousFields,
        },
      })
      const meta = {
        TransactionResult: 'tesSUCCESS',
        AffectedNodes: [page({ NFTokens: [] }, { NFTokens: [{ NFToken: { NFTokenID: token } }] })],
      }
      const tx_json = { TransactionType: 'NFTokenAcceptOffer', Account: friend }
      cheat.add(offer, { tx_json, meta }, offer.ledger_index + 4)
    },
  },
  {
    name: 'all sold positions of an epoch are the same work',
    code: 'work_twice',
    forge(cheat) {
      const { epoch } = cheat.pick(
        cheat.sold.filter((one) => cheat.sold.some((two) => two !== one && two.epoch === one.epoch)),
      )
      const [first] = cheat.sold.filter((draw) => draw.epoch === epoch)
      for (const draw of cheat.sold)
        if (draw.epoch === epoch) placeWork(cheat, draw, first?.reveal.metadataCid ?? '')
      recommit(cheat, cheat.pick(cheat.history.record.epochs.filter((one) => one.epoch === epoch)))
    },
  },
  {
    name: 'a work that was sold in one epoch is committed to again in a later one',
    code: 'work_twice',
    forge(cheat) {
      const [first] = cheat.sold
      const later = cheat.pick(cheat.sold.filter(({ epoch }) => epoch > (first?.epoch ?? 0) + 1))
      placeWork(cheat, later, first?.reveal.metadataCid ?? '')
      recommit(cheat, cheat.epochOf(later))
    },
  },
  {
    name: 'an epoch at another price begins while a draw is open',
    code: 'epoch_overlaps',
    forge(cheat) {
      const { epochs } = cheat.history.record
      const other = cheat.pick(
        epochs.filter(({ epoch, priceDrops }) => epoch > 2 && priceDrops === '90000000'),
      )
      const open = cheat.draws.findLast(
        ({ number, position, epoch }) =>
          position !== null &&
          number < other.firstNumber &&
          epochs.some((one) => one.epoch === epoch && one.priceDrops !== other.priceDrops),
      )
      const ledger = (open?.beaconLedger ?? 0) + 1
      cheat.move(cheat.entry(other.commitmentTxid), ledger)
      other.commitmentLedger = ledger
    },
  },
  {
    name: 'a drawn work is burned while it is held',
    code: 'work_burned',
    forge(cheat) {
      const { token, offer } = unpaid(cheat)
      const tx_json = { TransactionType: 'NFTokenBurn', Account: marketplaceOfHistory, NFTokenID: token }
      const meta = { TransactionResult: 'tesSUCCESS', AffectedNodes: [] }
      cheat.add(offer, { tx_json, meta }, offer.ledger_index + 1)
    },
  },
  ...(['draws', 'sold', 'held', 'lapsed', 'withheld', 'soldOut'] as const).map(
    (name): Forgery => ({
      name: `the count of ${name} is one too many`,
      code: name === 'draws' ? 'counts_wrong' : 'state_count_wrong',
      forge(cheat) {
        cheat.history.record.counts[name] += 1
      },
    }),
  ),
  {
    name: 'a lapsed draw is called held long after its hold',
    code: 'state_wrong',
    forge(cheat) {
      drawsOf(cheat, 'lapsed').state = 'held'
      recount(cheat)
    },
  },
  {
    name: 'a draw that was offered and not paid is called withheld, its offer named',
    code: 'state_wrong',
    forge(cheat) {
      drawsOf(cheat, 'lapsed').state = 'withheld'
      recount(cheat)
    },
  },
  {
    name: 'the outcome of an anchored draw is hidden, and it is called withheld',
    forge(cheat) {
      const draw = cheat.pick(
        cheat.draws.filter(({ position, state }) => position !== null && state === 'lapsed'),
      )
      Object.assign(draw, { state: 'withheld', seed: null, position: null, offerTxid: null })
      recount(cheat)
    },
  },
  {
    name: 'an anchored draw is shown as if it had never been anchored',
    code: 'anchor_denied',
    forge(cheat) {
      const draw = drawsOf(cheat, 'withheld')
      Object.assign(draw, {
        anchorTxid: null,
        beaconLedger: null,
        beaconHash: null,
        seed: null,
        position: null,
      })
      recount(cheat)
    },
  },
  {
    name: 'a request without an anchor is dated into the future, receipt included',
    code: 'request_in_future',
    forge(cheat) {
      const draw = drawsOf(cheat, 'withheld', false)
      draw.requestLedger = cheat.history.record.ledgerIndex + 100
      draw.state = 'waiting'
      for (const later of cheat.draws) {
        if (later.number <= draw.number) continue
        later.requestLedger = Math.max(later.requestLedger, draw.requestLedger)
        cheat.sign(later)
      }
      cheat.sign(draw)
      recount(cheat)
    },
  },
  ...[86_400, -86_400].map(
    (seconds): Forgery => ({
      name: `a draw is dated by ${seconds} seconds`,
      code: 'request_misdated',
      forge(cheat) {
        const draw = drawsOf(cheat, 'sold')
        draw.date = new Date(Date.parse(draw.date) + seconds * 1000).toISOString()
      },
    }),
  ),
  ...weakKeys.map(
    (key): Forgery => ({
      name: `the draw key is ${key.slice(0, 6)}…${key.slice(-4)}, with signatures that fit every message`,
      code: 'draw_key_weak',
      forge(cheat) {
        const epoch = cheat.epochOf(cheat.pick(cheat.sold))
        epoch.drawKey = key
        cheat.memo(cheat.entry(epoch.commitmentTxid), commitmentMemo(epoch))
        for (const draw of cheat.draws) if (draw.epoch === epoch.epoch) draw.receipt = `01${'00'.repeat(63)}`
      },
    }),
  ),
  {
    name: 'the newest draws are left out, with their anchors',
    code: 'anchor_hidden',
    forge(cheat) {
      const { record } = cheat.history
      const last = cheat.pick(cheat.draws.filter(({ position, number }) => position !== null && number > 5))
      const ledger = cheat.anchorOf(last).ledger
      record.draws = record.draws.filter(({ anchorTxid, number }) => {
        const anchor = record.anchors.find(({ txid }) => txid === anchorTxid)
        return number < last.number && (anchor === undefined || anchor.ledger < ledger)
      })
      record.anchors = record.anchors.filter((anchor) => anchor.ledger < ledger)
      recount(cheat)
    },
  },
  {
    name: 'an anchor in the record that the ledger does not have',
    code: 'anchor_unknown',
    forge(cheat) {
      const { anchors } = cheat.history.record
      const like = cheat.pick(anchors)
      anchors.push({
        ...like,
        txid: flip(like.txid),
        entries: like.entries.map((entry) => ({ ...entry, collection: 'another' })),
      })
    },
  },
  {
    name: 'two commitments in one transaction',
    forge(cheat) {
      const epoch = cheat.epochOf(cheat.pick(cheat.sold))
      const entry = cheat.entry(epoch.commitmentTxid)
      const { text } = commitmentMemo({ ...epoch, root: flip(epoch.root) })
      const MemoType = hexOf('opx/draw-epoch/1')
      const memos: unknown = entry.tx_json['Memos']
      entry.tx_json['Memos'] = [
        ...(Array.isArray(memos) ? memos : []),
        { Memo: { MemoType, MemoData: hexOf(text) } },
      ]
    },
  },
  {
    name: 'the chain of seeds is another one from the second epoch on',
    code: 'chain_swapped',
    forge(cheat) {
      const [, , third] = cheat.history.record.epochs
      if (third === undefined) throw nothing
      third.chainTip = flip(third.chainTip)
      cheat.memo(cheat.entry(third.commitmentTxid), commitmentMemo(third))
    },
  },
  {
    name: 'requests under an anchor stand in another order',
    code: 'anchor_unordered',
    forge(cheat) {
      const anchor = cheat.pick(
        cheat.history.record.anchors.filter(
          ({ entries }) =>
            entries.filter((one) => one.kind === 'request' && one.collection === collectionOfHistory).length >
            1,
        ),
      )
      anchor.entries.reverse()
      cheat.memo(cheat.entry(anchor.txid), anchorMemo(anchor.entries))
    },
  },
]

/** Swaps the ledgers of every pair of events of one draw, so that their order is wrong. */
const events = ['commitment', 'anchor', 'offer', 'sale'] as const
const orderForgeries = events.flatMap((first, place) =>
  events.slice(place + 1).map(
    (second): Forgery => ({
      name: `${first} and ${second} of a draw change places`,
      forge(cheat) {
        const draw = cheat.pick(cheat.sold)
        const hashes = {
          commitment: cheat.epochOf(draw).commitmentTxid,
          anchor: draw.anchorTxid,
          offer: draw.offerTxid,
          sale: draw.reveal.saleTxid,
        }
        const [a, b] = [cheat.entry(hashes[first]), cheat.entry(hashes[second])]
        const [at, bt] = [a.ledger_index, b.ledger_index]
        if (at === bt) throw nothing
        cheat.move(a, bt)
        cheat.move(b, at)
      },
    }),
  ),
)

const swapForgeries = drawFields
  .filter((field) => !['reveal', 'epoch', 'beaconLedger', 'beaconHash'].includes(field))
  .map(
    (field): Forgery => ({
      name: `two draws change their ${field}`,
      forge(cheat) {
        const first = cheat.pick(cheat.sold)
        const second = cheat.pick(
          cheat.sold.filter(
            (other) =>
              other !== first && other.epoch === first.epoch && Object(other)[field] !== Object(first)[field],
          ),
        )
        const [a, b] = [first, second].map((draw) => Object(draw)[field])
        Object.assign(first, { [field]: b })
        Object.assign(second, { [field]: a })
        if (field === 'receipt') return
        cheat.sign(first)
        cheat.sign(second)
      },
    }),
  )

export const forgeries: Forgery[] = [
  ...semanticForgeries,
  ...recordForgeries,
  ...stateForgeries,
  ...ledgerForgeries,
  ...offerForgeries,
  ...mintForgeries,
  ...headerForgeries,
  ...orderForgeries,
  ...swapForgeries,
]
