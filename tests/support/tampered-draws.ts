import type { AnchorEntry, Draw, DrawEpoch } from '#draw-verifier/draw-records.ts'
import { maxAnchorDelay } from '#draw-verifier/draws.ts'
import type { OwnReceipt } from '#draw-verifier/inquiry.ts'
import type { RefusalCode } from '#draw-verifier/sentences.ts'
import {
  anchorMemo,
  collectionOfHistory,
  commitmentMemo,
  type DrawHistory,
  isoOf,
  leafHex,
  type LedgerEntry,
  makeKey,
  placeOf,
  signReceipt,
} from './draw-history.ts'

/**
 * A history with changes by a cheat who has every key of the marketplace and makes all consequences fit as far as
 * possible.
 */
export interface Tampered extends DrawHistory {
  receipts: OwnReceipt[]
}

type Sold = Draw & { position: number; reveal: NonNullable<Draw['reveal']>; offerTxid: string }

export class Cheat {
  readonly history: Tampered
  readonly random: () => number

  constructor(history: DrawHistory, random: () => number) {
    const { keys, ...rest } = history
    this.history = { ...structuredClone(rest), keys, receipts: [] }
    this.random = random
  }

  pick<T>(all: readonly T[]): T {
    const one = all[Math.floor(this.random() * all.length)]
    if (one === undefined) throw new Error('this history has nothing to tamper with')
    return one
  }

  get draws(): Draw[] {
    return this.history.record.draws
  }

  /** Sold draws of epochs that have several draws. */
  get sold(): Sold[] {
    return this.draws.filter((draw): draw is Sold => draw.reveal !== null)
  }

  epochOf(draw: Draw): DrawEpoch {
    return this.pick(this.history.record.epochs.filter(({ epoch }) => epoch === draw.epoch))
  }

  entry(hash: string | null): LedgerEntry {
    return this.pick(this.history.ledger.entries.filter((entry) => entry.hash === hash))
  }

  header(ledger: number) {
    return this.pick(this.history.ledger.headers.filter((header) => header.ledger_index === ledger))
  }

  /** Moves a validated transaction to another ledger. */
  move(entry: LedgerEntry, ledger: number): void {
    entry.ledger_index = ledger
    entry.close_time_iso = isoOf(this.header(ledger).close_time)
  }

  /** Adds a transaction of the marketplace. */
  add(like: LedgerEntry, change: Partial<LedgerEntry>, ledger: number): LedgerEntry {
    const hash = like.hash.replace(
      /.{8}$/,
      Math.floor(this.random() * 2 ** 32)
        .toString(16)
        .toUpperCase()
        .padStart(8, '0'),
    )
    const entry = { ...structuredClone(like), ...change, hash }
    this.history.ledger.entries.push(entry)
    this.move(entry, ledger)
    return entry
  }

  sign(draw: Draw): void {
    const key = this.history.keys.get(draw.epoch)
    if (key !== undefined) draw.receipt = signReceipt(key, collectionOfHistory, draw)
  }

  /** Replaces the memo of a ledger entry. */
  memo(entry: LedgerEntry, { type, text }: { type: string; text: string }): void {
    const hex = (value: string) => Buffer.from(value).toString('hex').toUpperCase()
    entry.tx_json = { ...entry.tx_json, Memos: [{ Memo: { MemoType: hex(type), MemoData: hex(text) } }] }
  }

  /** Returns the fields of the offer that a transaction created or deleted. */
  offers(entry: LedgerEntry) {
    return entry.meta.AffectedNodes.flatMap((node): Record<string, unknown>[] => {
      const { CreatedNode, DeletedNode } = Object(node)
      const { LedgerEntryType, NewFields, FinalFields } = CreatedNode ?? DeletedNode ?? {}
      return LedgerEntryType === 'NFTokenOffer' ? [NewFields ?? FinalFields] : []
    })
  }

  /** Changes the expiration of a draw's offer wherever the ledger shows it. */
  expire(draw: Sold, seconds: number): void {
    for (const hash of [draw.offerTxid, draw.reveal.saleTxid])
      for (const offer of this.offers(this.entry(hash))) offer.Expiration = Number(offer.Expiration) + seconds
  }

  /** Repeats the draw with other chances, as if all positions were free. */
  redraw(draw: Draw): void {
    const { count } = this.epochOf(draw)
    draw.position = placeOf(draw.seed ?? '', draw.beaconHash ?? '', draw.account, draw.number, count)
  }

  /** Returns the positions that are free for a draw by the rules. */
  freeAt(draw: Draw): number[] {
    const beacon = this.header(draw.beaconLedger ?? 0)
    const unavailable = new Set<number | null>()
    for (const other of this.draws) {
      if (other.epoch !== draw.epoch || other.number >= draw.number || other.beaconLedger === null) continue
      const isSold =
        other.reveal !== null && this.entry(other.reveal.saleTxid).ledger_index <= beacon.ledger_index
      const isHeld = this.header(other.beaconLedger).close_time + 900 > beacon.close_time
      if (isSold || isHeld) unavailable.add(other.position)
    }
    for (const { ledger, entries } of this.history.record.anchors)
      for (const entry of entries)
        if (entry.kind === 'withdrawal' && entry.epoch === draw.epoch && ledger <= beacon.ledger_index)
          unavailable.add(entry.position)
    const positions = Array.from({ length: this.epochOf(draw).count }, (_, position) => position)
    return positions.filter((position) => !unavailable.has(position))
  }

  anchorOf(draw: Draw) {
    return this.pick(this.history.record.anchors.filter(({ txid }) => txid === draw.anchorTxid))
  }

  uri(draw: Sold, cid: string): void {
    const mint = this.entry(draw.reveal.mintTxid)
    mint.tx_json = { ...mint.tx_json, URI: Buffer.from(`ipfs://${cid}`).toString('hex').toUpperCase() }
  }
}

export interface Tampering {
  name: string
  code: RefusalCode
  /** Pattern of the verifier's sentence. */
  says: RegExp
  tamper: (cheat: Cheat) => void
}

const otherHash = (hash: string) => hash.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))
const otherCid = 'bafkreiswappedswappedswappedswappedswappedswappedswapped222'
const otherAccount = 'rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH'

const asWithdrawal = (entry: AnchorEntry) => entry.kind === 'withdrawal'

/** Returns two sold draws of the same epoch. */
function twoSold(cheat: Cheat): [Sold, Sold] {
  const first = cheat.pick(
    cheat.sold.filter((draw) => cheat.sold.some((other) => other !== draw && other.epoch === draw.epoch)),
  )
  return [first, cheat.pick(cheat.sold.filter((other) => other !== first && other.epoch === first.epoch))]
}

/** Returns a draw that is not the first, so that it can be dated before another one. */
const laterDraw = (cheat: Cheat) =>
  cheat.pick(
    cheat.draws.filter(
      ({ number, requestLedger, epoch, anchorTxid }) =>
        anchorTxid !== null &&
        cheat.draws.some(
          (other) => other.number < number && other.requestLedger < requestLedger && other.epoch === epoch,
        ),
    ),
  )

const drawn = (cheat: Cheat) => cheat.pick(cheat.draws.filter(({ position }) => position !== null))
const unanchored = (cheat: Cheat) => cheat.pick(cheat.draws.filter(({ anchorTxid }) => anchorTxid === null))

/** Returns a draw whose position is still held at the beacon of a later draw of its epoch, and that later draw. */
function holderAndLater(cheat: Cheat): [Draw, Draw] {
  const pairs = cheat.draws.flatMap((holder) =>
    cheat.draws.flatMap((later): [Draw, Draw][] => {
      if (holder.position === null || later.position === null || later.number <= holder.number) return []
      if (later.epoch !== holder.epoch || holder.reveal !== null || later.position === holder.position)
        return []
      const closeTimes = [holder, later].map(({ beaconLedger }) => cheat.header(beaconLedger ?? 0).close_time)
      return (closeTimes[0] ?? 0) + 900 > (closeTimes[1] ?? 0) ? [[holder, later]] : []
    }),
  )
  return cheat.pick(pairs)
}

/** Returns a lapsed draw, and a later draw for which its position was free but that got another. */
function lapsedAndLater(cheat: Cheat): [Draw, Draw] {
  const pairs = cheat.draws.flatMap((later): [Draw, Draw][] => {
    if (later.position === null || later.reveal !== null) return []
    const before = cheat.draws.filter(({ number, epoch }) => number < later.number && epoch === later.epoch)
    // Skip if the account has drawn its own lapsed position again.
    if (before.some(({ account }) => account === later.account)) return []
    const free = cheat.freeAt(later)
    return before.flatMap((lapsed): [Draw, Draw][] => {
      if (lapsed.position === null || lapsed.position === later.position) return []
      const less = free.filter((position) => position !== lapsed.position)
      const { seed, beaconHash, account, number } = later
      const other = less[placeOf(seed ?? '', beaconHash ?? '', account, number, less.length)]
      return less.length < free.length && other !== later.position ? [[lapsed, later]] : []
    })
  })
  return cheat.pick(pairs)
}

/** All tamperings that the verifier must name. */
export const tamperings: Tampering[] = [
  {
    name: 'item swapped: another work is minted and shown',
    code: 'item_swapped',
    says: /the item was swapped/,
    tamper(cheat) {
      const draw = cheat.pick(cheat.sold)
      draw.reveal.metadataCid = otherCid
      cheat.uri(draw, otherCid)
    },
  },
  {
    name: 'item swapped: the token has another URI than the record says',
    code: 'item_swapped',
    says: /the item was swapped/,
    tamper(cheat) {
      cheat.uri(cheat.pick(cheat.sold), otherCid)
    },
  },
  {
    name: 'order changed: two works change places',
    code: 'order_changed',
    says: /was committed at position \d+, not at position \d+: the order was changed/,
    tamper(cheat) {
      const [first, second] = twoSold(cheat)
      const works = [first, second].map(({ reveal: { salt, metadataCid, path } }) => ({
        salt,
        metadataCid,
        path,
      }))
      Object.assign(first.reveal, works[1])
      Object.assign(second.reveal, works[0])
      for (const draw of [first, second]) cheat.uri(draw, draw.reveal.metadataCid)
    },
  },
  {
    name: 'seed changed: another seed, and the position that it gives',
    code: 'seed_changed',
    says: /the seed was changed/,
    tamper(cheat) {
      const draw = drawn(cheat)
      draw.seed = otherHash(draw.seed ?? '')
      cheat.redraw(draw)
    },
  },
  {
    name: 'seed changed: another chain than the committed one',
    code: 'chain_swapped',
    says: /the seeds were changed/,
    tamper(cheat) {
      const epoch = cheat.pick(cheat.history.record.epochs)
      epoch.chainTip = otherHash(epoch.chainTip)
    },
  },
  {
    name: 'beacon moved: the ledger after the next one decides',
    code: 'beacon_moved',
    says: /the beacon was moved/,
    tamper(cheat) {
      const draw = drawn(cheat)
      const ledger = (draw.beaconLedger ?? 0) + 1
      Object.assign(draw, { beaconLedger: ledger, beaconHash: cheat.header(ledger).ledger_hash })
      cheat.redraw(draw)
    },
  },
  {
    name: 'beacon moved: another hash under the same number',
    code: 'beacon_hash_wrong',
    says: /the beacon was changed/,
    tamper(cheat) {
      const draw = drawn(cheat)
      draw.beaconHash = otherHash(draw.beaconHash ?? '')
      cheat.redraw(draw)
    },
  },
  {
    name: 'number skipped: a draw is left out',
    code: 'number_skipped',
    says: /a number was skipped/,
    tamper(cheat) {
      const { record } = cheat.history
      const { number } = cheat.pick(cheat.draws.slice(0, -1))
      record.draws = record.draws.filter((draw) => draw.number !== number)
      record.counts.draws -= 1
    },
  },
  {
    name: 'number skipped: the newest draw is left out',
    code: 'number_skipped',
    says: /a number was skipped/,
    tamper(cheat) {
      const { record } = cheat.history
      const last = record.draws.findLast(({ anchorTxid }) => anchorTxid !== null)?.number ?? 0
      record.draws = record.draws.filter(({ number }) => number < last)
      record.counts.draws = record.draws.length
    },
  },
  {
    name: 'late commitment: validated after the first request',
    code: 'commitment_late',
    says: /the commitment came too late/,
    tamper(cheat) {
      const draw = cheat.pick(cheat.draws)
      const epoch = cheat.epochOf(draw)
      const first = cheat.draws.find((other) => other.epoch === epoch.epoch) ?? draw
      cheat.move(cheat.entry(epoch.commitmentTxid), first.requestLedger + 1)
      epoch.commitmentLedger = first.requestLedger + 1
    },
  },
  {
    name: 'anchor after the beacon: validated when the outcome was known',
    code: 'anchor_after_beacon',
    says: /the anchor came after the beacon/,
    tamper(cheat) {
      const draw = drawn(cheat)
      const anchor = cheat.anchorOf(draw)
      anchor.ledger += 2
      cheat.move(cheat.entry(anchor.txid), anchor.ledger)
    },
  },
  {
    name: 'request dated back before an earlier number',
    code: 'request_dated_back',
    says: /the request was backdated/,
    tamper(cheat) {
      const draw = laterDraw(cheat)
      const before = cheat.draws.findLast(
        ({ number, requestLedger }) => number < draw.number && requestLedger < draw.requestLedger,
      )
      draw.requestLedger = (before?.requestLedger ?? 1) - 1
      // Signed with the committed key, so that the signature is valid.
      cheat.sign(draw)
    },
  },
  {
    name: 'account swapped: a friend takes the draw after its anchor',
    code: 'account_swapped',
    says: /the account was swapped/,
    tamper(cheat) {
      const draw = drawn(cheat)
      draw.account = otherAccount
      cheat.sign(draw)
    },
  },
  {
    name: 'account swapped: the entry under the anchor, too',
    code: 'anchor_changed',
    says: /a request was changed afterwards/,
    tamper(cheat) {
      const draw = drawn(cheat)
      for (const entry of cheat.anchorOf(draw).entries)
        if (entry.kind === 'request' && entry.number === draw.number) entry.account = otherAccount
      draw.account = otherAccount
      cheat.sign(draw)
    },
  },
  {
    name: 'draw key not the committed one',
    code: 'draw_key_swapped',
    says: /The draw key of epoch \d+ does not match its commitment/,
    tamper(cheat) {
      const epoch = cheat.epochOf(cheat.pick(cheat.draws))
      const key = makeKey()
      epoch.drawKey = key.publicHex
      for (const draw of cheat.draws)
        if (draw.epoch === epoch.epoch) draw.receipt = signReceipt(key, collectionOfHistory, draw)
    },
  },
  {
    name: 'forged receipt: signed by another key',
    code: 'receipt_forged',
    says: /was not signed by the draw key: it is forged/,
    tamper(cheat) {
      const draw = cheat.pick(cheat.draws)
      draw.receipt = signReceipt(makeKey(), collectionOfHistory, draw)
    },
  },
  {
    name: 'two receipts with one number: both in the record',
    code: 'number_twice',
    says: /two receipts have the same number/,
    tamper(cheat) {
      const { record } = cheat.history
      const draw = { ...drawn(cheat), account: otherAccount }
      cheat.sign(draw)
      record.draws.push(draw)
      record.counts.draws += 1
    },
  },
  {
    name: 'two receipts with one number: the visitor has the other one',
    code: 'number_twice',
    says: /two receipts have the same number/,
    tamper(cheat) {
      const draw = { ...drawn(cheat), account: otherAccount }
      cheat.sign(draw)
      const { epoch, number, account, requestLedger, receipt: signature } = draw
      cheat.history.receipts.push({
        collection: collectionOfHistory,
        epoch,
        number,
        account,
        requestLedger,
        signature,
      })
    },
  },
  {
    name: 'two receipts with one number: anchored twice',
    code: 'number_twice',
    says: /two receipts have the same number/,
    tamper(cheat) {
      const draw = drawn(cheat)
      const { txid, ledger } = cheat.anchorOf(draw)
      const { epoch, number } = draw
      const request = {
        kind: 'request',
        collection: collectionOfHistory,
        epoch,
        number,
        account: otherAccount,
      } as const
      const entry = cheat.add(cheat.entry(txid), {}, ledger + 3)
      cheat.memo(entry, anchorMemo([request]))
      cheat.history.record.anchors.push({ txid: entry.hash, ledger: ledger + 3, entries: [request] })
    },
  },
  {
    name: 'hold cut: the offer expires a second early',
    code: 'hold_cut',
    says: /its hold was cut/,
    tamper(cheat) {
      cheat.expire(cheat.pick(cheat.sold), -1)
    },
  },
  {
    name: 'hold cut: the marketplace cancels the offer',
    code: 'hold_cut',
    says: /its hold was cut/,
    tamper(cheat) {
      const draw = cheat.pick(cheat.draws.filter(({ state }) => state === 'lapsed'))
      const offer = cheat.entry(draw.offerTxid)
      const created = offer.meta.AffectedNodes.map((node) => Object(node).CreatedNode).find(Boolean)
      const { LedgerIndex, NewFields } = created
      const deleted = {
        DeletedNode: { LedgerEntryType: 'NFTokenOffer', LedgerIndex, FinalFields: NewFields },
      }
      const tx_json = { TransactionType: 'NFTokenCancelOffer', Account: offer.tx_json.Account }
      const meta = { TransactionResult: 'tesSUCCESS', AffectedNodes: [deleted] }
      cheat.add(offer, { tx_json, meta }, offer.ledger_index + 1)
    },
  },
  {
    name: 'hold cut: the position goes to a later draw',
    code: 'hold_cut',
    says: /its hold was cut/,
    tamper(cheat) {
      const [holder, later] = holderAndLater(cheat)
      later.position = holder.position
    },
  },
  {
    name: 'hold extended: the offer expires a second late',
    code: 'hold_extended',
    says: /its hold was extended/,
    tamper(cheat) {
      cheat.expire(cheat.pick(cheat.sold), 1)
    },
  },
  {
    name: 'hold extended: a draw is made as if a lapsed one were still held',
    code: 'hold_extended',
    says: /its hold was extended/,
    tamper(cheat) {
      const [lapsed, later] = lapsedAndLater(cheat)
      const free = cheat.freeAt(later).filter((position) => position !== lapsed.position)
      const { seed, beaconHash, account, number } = later
      later.position = free[placeOf(seed ?? '', beaconHash ?? '', account, number, free.length)] ?? null
    },
  },
  {
    name: 'removal after a draw: what is held is withdrawn',
    code: 'removed_after_draw',
    says: /an item was removed after a draw/,
    tamper(cheat) {
      const draw = cheat.pick(cheat.sold)
      const { epoch, position, reveal, beaconLedger } = draw
      const { txid } = cheat.anchorOf(draw)
      // The real leaf, computed from the salt and the content id that the sale revealed.
      const leaf = leafHex(position, reveal.salt, reveal.metadataCid)
      const entries: AnchorEntry[] = [
        { kind: 'withdrawal', collection: collectionOfHistory, epoch, position, leaf, path: reveal.path },
      ]
      const ledger = (beaconLedger ?? 0) + 1
      const entry = cheat.add(cheat.entry(txid), {}, ledger)
      cheat.memo(entry, anchorMemo(entries))
      cheat.history.record.anchors.push({ txid: entry.hash, ledger, entries })
    },
  },
  {
    name: 'item set changed between draws: another root in the record',
    code: 'items_changed',
    says: /the set of items was changed/,
    tamper(cheat) {
      const epoch = cheat.epochOf(cheat.pick(cheat.draws))
      epoch.root = otherHash(epoch.root)
    },
  },
  {
    name: 'item set changed between draws: another count in the record',
    code: 'items_changed',
    says: /the set of items was changed/,
    tamper(cheat) {
      cheat.epochOf(cheat.pick(cheat.draws)).count += 1
    },
  },
  {
    name: 'item set changed between draws: the epoch is committed to again',
    code: 'epoch_twice',
    says: /the set of items was changed between draws/,
    tamper(cheat) {
      const draw = drawn(cheat)
      const epoch = cheat.epochOf(draw)
      const again = cheat.add(cheat.entry(epoch.commitmentTxid), {}, draw.requestLedger + 1)
      cheat.memo(again, commitmentMemo({ ...epoch, root: otherHash(epoch.root) }))
    },
  },
  {
    name: 'item set changed between draws: a commitment is left out',
    code: 'epoch_hidden',
    says: /that the record leaves out/,
    tamper(cheat) {
      const epoch = cheat.pick(cheat.history.record.epochs)
      const hidden = cheat.add(cheat.entry(epoch.commitmentTxid), {}, epoch.commitmentLedger + 2)
      cheat.memo(hidden, commitmentMemo({ ...epoch, epoch: 99 }))
    },
  },
  {
    name: 'server away over the beacon: never offered, and called lapsed',
    code: 'server_away',
    says: /never offered to its buyer while it was held: the marketplace was offline/,
    tamper(cheat) {
      const draw = cheat.pick(
        cheat.draws.filter(({ state, position }) => state === 'withheld' && position !== null),
      )
      draw.state = 'lapsed'
    },
  },
  {
    name: 'withheld: a receipt that was never anchored is still called waiting',
    code: 'withheld_hidden',
    says: /it must count as withheld/,
    tamper(cheat) {
      unanchored(cheat).state = 'waiting'
    },
  },
  {
    name: 'withheld: a receipt that was anchored too late is drawn all the same',
    code: 'withheld_hidden',
    says: /it must count as withheld/,
    tamper(cheat) {
      const draw = cheat.pick(cheat.draws.filter(({ anchorTxid }) => anchorTxid !== null))
      draw.requestLedger = cheat.anchorOf(draw).ledger - maxAnchorDelay - 1
      cheat.sign(draw)
    },
  },
  {
    name: 'sold out is said while positions are free',
    code: 'position_wrong',
    says: /must result in position \d+, but the record says “sold out”/,
    tamper(cheat) {
      const draw = cheat.pick(cheat.draws.filter(({ state }) => state === 'lapsed'))
      Object.assign(draw, { state: 'sold_out', position: null, offerTxid: null })
    },
  },
  {
    name: 'a sale is left out of the record',
    code: 'sale_hidden',
    says: /was sold on the ledger, but the record does not say so/,
    tamper(cheat) {
      const draw: Draw = cheat.pick(cheat.sold)
      Object.assign(draw, { state: 'lapsed', reveal: null })
    },
  },
  {
    name: 'a work is offered to a friend without a draw',
    code: 'minted_outside',
    says: /outside every draw in the record/,
    tamper(cheat) {
      const draw = cheat.pick(cheat.sold)
      const offer = cheat.entry(draw.offerTxid)
      const copy = cheat.add(offer, {}, offer.ledger_index)
      for (const node of copy.meta.AffectedNodes) {
        const { CreatedNode } = Object(node)
        if (CreatedNode?.LedgerEntryType !== 'NFTokenOffer') continue
        CreatedNode.LedgerIndex = otherHash(CreatedNode.LedgerIndex)
      }
    },
  },
  {
    name: 'something else is withdrawn than was committed to',
    code: 'withdrawal_forged',
    says: /is not the one committed there/,
    tamper(cheat) {
      const anchor = cheat.pick(
        cheat.history.record.anchors.filter(({ entries }) => entries.some(asWithdrawal)),
      )
      for (const entry of anchor.entries) if (entry.kind === 'withdrawal') entry.leaf = otherHash(entry.leaf)
      cheat.memo(cheat.entry(anchor.txid), anchorMemo(anchor.entries))
    },
  },
  {
    name: 'outcomes tried out: a request was anchored before, and the record leaves that out',
    code: 'anchor_hidden',
    says: /that the record leaves out: it may have been used to try out/,
    tamper(cheat) {
      const anchor = cheat.anchorOf(drawn(cheat))
      cheat.add(cheat.entry(anchor.txid), {}, anchor.ledger - 1)
    },
  },
  {
    name: 'outcomes tried out: the accounts of friends, before anybody asked',
    code: 'anchor_hidden',
    says: /that the record leaves out: it may have been used to try out/,
    tamper(cheat) {
      const { epoch, number, anchorTxid } = drawn(cheat)
      const entry = cheat.add(
        cheat.entry(anchorTxid),
        {},
        cheat.pick(cheat.history.record.epochs).commitmentLedger,
      )
      const friend = {
        kind: 'request',
        collection: collectionOfHistory,
        epoch,
        number,
        account: otherAccount,
      } as const
      cheat.memo(entry, anchorMemo([friend]))
    },
  },
]
