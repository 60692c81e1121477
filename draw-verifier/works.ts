import { sameAmount } from '#contract/rules/money.ts'
import { amountOfDrops } from '#contract/rules/sale-amounts.ts'
import type { Draw, DrawEpoch, DrawReveal } from './draw-records.ts'
import { bytesToHex, hexToBytes, holdEnd, memoHex, positionLeaf, rootOfPath } from './draws.ts'
import type { DrawFacts, Inquiry } from './inquiry.ts'
import type { OfferFacts, TransactionFacts } from './ledger-source.ts'
import type { WithdrawnPositions } from './outcomes.ts'

/** Maximum number of positions to try for a work that was committed at another position. */
const maxTried = 20_000

/** Reads the sales that the record names: the draw's account must have accepted the sale of the named token. */
export async function readSales(inquiry: Inquiry): Promise<void> {
  for (const facts of inquiry.draws) {
    const { draw } = facts
    const { number, reveal } = draw
    if (draw.state === 'sold' && reveal === null) inquiry.refuse('sale_missing', { number })
    if (reveal === null) continue
    const sale = await inquiry.transaction(reveal.saleTxid)
    const isSale =
      sale !== null &&
      sale.isSuccess &&
      sale.type === 'NFTokenAcceptOffer' &&
      sale.account === draw.account &&
      sale.deletedOffers.some(
        (offer) => offer.id === sale.acceptedOffer && offer.nftokenID === reveal.nftokenID,
      )
    if (isSale) facts.soldLedger = sale.ledger
    else inquiry.refuse('sale_missing', { number })
  }
}

async function leadsToRoot(epoch: DrawEpoch, position: number, index: number, reveal: DrawReveal) {
  const leaf = await positionLeaf(position, hexToBytes(reveal.salt), reveal.metadataCid)
  const path = reveal.path.map(hexToBytes)
  const root = await rootOfPath(leaf, { index, count: epoch.count, path })
  return root !== null && bytesToHex(root) === epoch.root
}

/**
 * Returns the committed position of a work that is not at the stated one; null if the work was not committed at all.
 */
async function committedPosition(epoch: DrawEpoch, reveal: DrawReveal): Promise<number | null> {
  for (let position = 0; position < Math.min(epoch.count, maxTried); position += 1)
    if (await leadsToRoot(epoch, position, position, reveal)) return position
  return null
}

/** True if the marketplace minted the token for this collection, with the committed metadata as its URI. */
async function isMintedAs(inquiry: Inquiry, epoch: DrawEpoch, reveal: DrawReveal) {
  const mint = await inquiry.transaction(reveal.mintTxid)
  return (
    mint !== null &&
    mint.isSuccess &&
    mint.account === inquiry.record.marketplace &&
    mint.issuer === epoch.issuer &&
    mint.taxon === epoch.taxon &&
    mint.mintedToken === reveal.nftokenID &&
    mint.uri === memoHex(`ipfs://${reveal.metadataCid}`)
  )
}

/** Checks that every sold work is the one that was committed at its position. */
export async function checkWorks(inquiry: Inquiry): Promise<void> {
  for (const { draw, epoch } of inquiry.draws) {
    const { number, position, reveal } = draw
    if (reveal === null || position === null || epoch === null) continue
    if (!(await leadsToRoot(epoch, position, position, reveal))) {
      const committedPlace = await committedPosition(epoch, reveal)
      if (committedPlace === null) inquiry.refuse('item_swapped', { number })
      else inquiry.refuse('order_changed', { number, position, committed: committedPlace })
    } else if (!(await isMintedAs(inquiry, epoch, reveal))) inquiry.refuse('item_swapped', { number })
  }
}

/**
 * Returns the offer of a draw if it belongs to the collection and is addressed to the draw's account at the committed
 * price.
 */
async function readOffer(inquiry: Inquiry, { draw, epoch, beacon }: DrawFacts): Promise<OfferFacts | null> {
  const { marketplace } = inquiry.record
  const transaction = draw.offerTxid === null ? null : await inquiry.transaction(draw.offerTxid)
  if (transaction === null || !transaction.isSuccess || transaction.account !== marketplace) return null
  if (beacon === null || transaction.ledger <= beacon.ledger) return null
  const isMint =
    transaction.type === 'NFTokenMint' &&
    transaction.issuer === epoch?.issuer &&
    transaction.taxon === epoch.taxon
  if (!isMint && transaction.type !== 'NFTokenCreateOffer') return null
  const token = isMint ? transaction.mintedToken : transaction.nftokenID
  const price = epoch === null ? null : amountOfDrops(BigInt(epoch.priceDrops), epoch.currency)
  const isRight = (offer: OfferFacts) =>
    offer.isSell &&
    offer.owner === marketplace &&
    offer.destination === draw.account &&
    offer.amount !== null &&
    price !== null &&
    sameAmount(offer.amount, price) &&
    offer.nftokenID === token
  return transaction.createdOffers.find(isRight) ?? null
}

interface DrawOffer {
  facts: DrawFacts
  offer: OfferFacts
}

/** Maps works to places: a work has one place among the epochs that began together, and a place has one work. */
class Places {
  readonly #other = new Map<string, string>()

  /** Returns true if place and work belong together. From then on, they are recorded as a pair. */
  join(generation: number, place: string, work: string): boolean {
    const [a, b] = [`${generation} at ${place}`, `${generation} of ${work}`]
    const fits = (this.#other.get(a) ?? b) === b && (this.#other.get(b) ?? a) === a
    this.#other.set(a, b).set(b, a)
    return fits
  }
}

/** Checks that a sale accepts the offer of its draw, after the offer was made. */
async function checkSale(inquiry: Inquiry, { number, reveal, offerTxid }: Draw, { id }: OfferFacts) {
  const sale = reveal === null ? null : await inquiry.transaction(reveal.saleTxid)
  const transaction = await inquiry.transaction(offerTxid ?? '')
  if (sale === null || transaction === null) return
  if (sale.acceptedOffer !== id || sale.ledger < transaction.ledger)
    inquiry.refuse('sale_missing', { number })
}

/**
 * Checks that offers last exactly as long as the hold, and that a position keeps its token. Returns the draws by the
 * ids of their offers.
 */
async function checkOffers(inquiry: Inquiry): Promise<Map<string, DrawOffer>> {
  const offers = new Map<string, DrawOffer>()
  const places = new Places()
  for (const facts of inquiry.draws) {
    const { draw, beacon } = facts
    const { number, position, offerTxid } = draw
    const offer = position === null ? null : await readOffer(inquiry, facts)
    if (offer === null || beacon === null || offers.has(offer.id)) {
      if (offerTxid !== null || draw.state === 'sold') inquiry.refuse('offer_wrong', { number })
      continue
    }
    offers.set(offer.id, { facts, offer })
    const end = holdEnd(beacon.closeTime)
    const expiration = offer.expiration ?? Number.POSITIVE_INFINITY
    if (expiration !== end) inquiry.refuse(expiration < end ? 'hold_cut' : 'hold_extended', { number })
    await checkSale(inquiry, draw, offer)
    const generation = inquiry.generations.get(draw.epoch) ?? 0
    if (!places.join(generation, `${draw.epoch} ${position}`, offer.nftokenID))
      inquiry.refuse('item_swapped', { number })
  }
  return offers
}

/**
 * Checks that every work is one token and is sold once: no two tokens have its metadata, and no sold work is drawn
 * again.
 */
async function checkUniqueness(inquiry: Inquiry, offers: ReadonlyMap<string, DrawOffer>): Promise<void> {
  const { history, record, draws } = inquiry
  const tokens = new Map<string, string>()
  const duplicateUris = new Set<string>()
  const recordUri = (uri: string, token: string) => {
    if ((tokens.get(uri) ?? token) !== token) duplicateUris.add(uri)
    tokens.set(uri, token)
  }
  const uris = new Map<string, string>()
  for (const { mintedToken: token, isSuccess, account, uri, issuer, taxon } of history) {
    if (token === null || uri === null || !isSuccess || account !== record.marketplace) continue
    if (issuer !== record.collection.issuer || taxon !== record.collection.taxon) continue
    recordUri(uri, token)
    uris.set(token, uri)
  }
  const soldAt = new Map<string, number>()
  for (const { draw, soldLedger } of draws) {
    const { number, reveal } = draw
    if (reveal === null || soldLedger === null) continue
    const uri = memoHex(`ipfs://${reveal.metadataCid}`)
    recordUri(uri, reveal.nftokenID)
    uris.set(reveal.nftokenID, uri)
    // The same work under another number: committed at two positions, or again after its sale.
    if (soldAt.has(uri)) inquiry.refuse('work_twice', { number })
    soldAt.set(uri, soldLedger)
  }
  for (const { facts, offer } of offers.values()) {
    const { number } = facts.draw
    const uri = uris.get(offer.nftokenID)
    if (uri === undefined) continue
    if (duplicateUris.has(uri)) inquiry.refuse('work_twice', { number })
    const soldBefore = soldAt.get(uri)
    if (soldBefore !== undefined && soldBefore < (facts.beacon?.ledger ?? 0))
      inquiry.refuse('sold_again', { number })
  }
}

/** Returns issuer and taxon from an NFTokenID. The taxon is scrambled with the sequence. Source: XLS-20. */
function seriesOf(nftokenID: string): string {
  const sequence = BigInt(`0x${nftokenID.slice(56, 64)}`)
  const scrambledTaxon = BigInt(`0x${nftokenID.slice(48, 56)}`)
  const taxon = scrambledTaxon ^ ((384_160_001n * sequence + 2459n) & 0xffff_ffffn)
  return `${nftokenID.slice(8, 48)} ${taxon}`
}

const alphabet = 'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz'

/** Returns the 20 bytes of an address in hex. The checksum is not verified. Source: xrpl.org "Base58 Encodings". */
function accountBytes(address: string): string {
  const digits = Array.from(address, (letter) => BigInt(alphabet.indexOf(letter)))
  const value = digits.reduce((sum, digit) => 58n * sum + digit, 0n)
  return (value >> 32n).toString(16).toUpperCase().padStart(40, '0').slice(-40)
}

/** Sales on the ledger, from which the states of draws follow. */
export interface SaleFacts {
  /** Numbers with an offer, and numbers whose work was burned. */
  offered: ReadonlySet<number>
  burned: ReadonlySet<number>
}

/** The history of the marketplace, transaction by transaction. */
class Sales {
  readonly #inquiry: Inquiry
  readonly #offers: ReadonlyMap<string, DrawOffer>
  readonly #series: ReadonlySet<string>
  readonly #owner: string
  /** Tokens that were sold by draws. */
  readonly #sold = new Set<string>()
  /** Places of offered tokens, by token: epoch and position. */
  readonly #places: ReadonlyMap<string, ReadonlySet<string>>
  readonly burned = new Set<number>()

  constructor(inquiry: Inquiry, offers: ReadonlyMap<string, DrawOffer>) {
    const { issuer, taxon } = inquiry.record.collection
    this.#inquiry = inquiry
    this.#offers = offers
    this.#owner = accountBytes(inquiry.record.marketplace)
    const mintTxids = inquiry.history.flatMap((facts) =>
      facts.mintedToken !== null && facts.issuer === issuer && facts.taxon === taxon
        ? [seriesOf(facts.mintedToken)]
        : [],
    )
    this.#series = new Set([`${accountBytes(issuer)} ${taxon}`, ...mintTxids])
    const places = new Map<string, Set<string>>()
    for (const { facts, offer } of offers.values()) {
      const ofToken = places.get(offer.nftokenID) ?? new Set()
      places.set(offer.nftokenID, ofToken.add(`${facts.draw.epoch} ${facts.draw.position}`))
    }
    this.#places = places
  }

  #isOurs = (token: string) => this.#series.has(seriesOf(token))

  /** Reports mints and offers that no draw explains. */
  #checkMade(transaction: TransactionFacts): void {
    const { account, createdOffers, mintedToken, ledger } = transaction
    const { record, settledLedger, refuse } = this.#inquiry
    if (ledger > settledLedger) return
    for (const { owner, nftokenID: token, id } of createdOffers)
      if (owner === record.marketplace && this.#isOurs(token) && !this.#offers.has(id))
        refuse('minted_outside', { token })
    const isMint = mintedToken !== null && account === record.marketplace && this.#isOurs(mintedToken)
    if (isMint && !createdOffers.some(({ id }) => this.#offers.has(id)))
      refuse('minted_outside', { token: mintedToken })
  }

  /** Processes the end of a draw's offer: sold, cancelled or gone. */
  #checkEnded(transaction: TransactionFacts): void {
    const { type, account, deletedOffers, acceptedOffer, closeTime, ledger } = transaction
    const { settledLedger, refuse } = this.#inquiry
    for (const { id } of deletedOffers) {
      const entry = this.#offers.get(id)
      if (entry === undefined) continue
      const { draw } = entry.facts
      const { number } = draw
      if (type === 'NFTokenAcceptOffer' && acceptedOffer === id) {
        this.#sold.add(entry.offer.nftokenID)
        if (draw.state !== 'sold' && ledger <= settledLedger) refuse('sale_hidden', { number })
      } else if (type !== 'NFTokenBurn' && account !== draw.account) {
        if (closeTime < (entry.offer.expiration ?? 0)) refuse('hold_cut', { number })
      }
    }
  }

  /** Reports tokens that leave the marketplace other than by the sale of a draw. */
  #checkLeft(transaction: TransactionFacts): void {
    const { type, account, acceptedOffer, acceptedBuyOffer, deletedOffers, departedTokens, ledger } =
      transaction
    const { record, settledLedger, refuse } = this.#inquiry
    if (type === 'NFTokenBurn' || ledger > settledLedger) return
    const isSale = acceptedOffer !== null && this.#offers.has(acceptedOffer)
    const sells = account === record.marketplace && acceptedBuyOffer !== null && acceptedOffer === null
    const buyOffers = deletedOffers.filter(
      ({ id, nftokenID }) =>
        id === acceptedBuyOffer && (sells || (this.#places.has(nftokenID) && !this.#sold.has(nftokenID))),
    )
    const departures = departedTokens.filter(({ owner }) => owner === this.#owner)
    const tokens = [...buyOffers.map(({ nftokenID }) => nftokenID), ...departures.map(({ token }) => token)]
    for (const token of tokens) if (!isSale && this.#isOurs(token)) refuse('sold_outside', { token })
  }

  /** Checks a burned work: it must not be a drawn one, and it cannot be drawn from then on. */
  #checkBurned({ type, nftokenID: token, ledger, closeTime }: TransactionFacts): void {
    if (type !== 'NFTokenBurn') return
    const places = token === null ? undefined : this.#places.get(token)
    if (token === null || places === undefined || this.#sold.has(token)) return
    for (const { draw, beacon } of this.#inquiry.draws) {
      const { number, epoch, position, requestLedger } = draw
      if (beacon === null || !places.has(`${epoch} ${position}`)) continue
      const isHeld = beacon.ledger < ledger && closeTime < holdEnd(beacon.closeTime)
      if (isHeld || requestLedger >= ledger) this.#inquiry.refuse('work_burned', { number })
      if (beacon.ledger >= ledger) this.burned.add(number)
    }
  }

  check(transaction: TransactionFacts): void {
    if (!transaction.isSuccess) return
    this.#checkMade(transaction)
    this.#checkLeft(transaction)
    this.#checkEnded(transaction)
    this.#checkBurned(transaction)
  }
}

/**
 * Checks the marketplace's own transactions: sales, cancelled offers, burned works, and changes that no draw explains.
 */
export async function checkOffersAndHistory(inquiry: Inquiry): Promise<SaleFacts> {
  const offers = await checkOffers(inquiry)
  await checkUniqueness(inquiry, offers)
  const sales = new Sales(inquiry, offers)
  for (const transaction of inquiry.history) sales.check(transaction)
  return {
    offered: new Set([...offers.values()].map(({ facts }) => facts.draw.number)),
    burned: sales.burned,
  }
}

/**
 * Returns the positions that anchors withdrew. Refuses a withdrawal that does not match the commitment at its position.
 */
export async function readWithdrawals(inquiry: Inquiry): Promise<WithdrawnPositions> {
  const withdrawnPositions: WithdrawnPositions = new Map()
  for (const anchor of inquiry.record.anchors) {
    const transaction = await inquiry.transaction(anchor.txid)
    if (transaction === null) continue
    for (const entry of anchor.entries) {
      if (entry.kind !== 'withdrawal' || entry.collection !== inquiry.record.collection.id) continue
      const { epoch: number, position } = entry
      const epoch = inquiry.epochs.get(number)
      const root =
        epoch === undefined
          ? null
          : await rootOfPath(hexToBytes(entry.leaf), {
              index: position,
              count: epoch.count,
              path: entry.path.map(hexToBytes),
            })
      const isEarly = transaction.ledger <= (epoch?.commitmentLedger ?? 0)
      if (root === null || bytesToHex(root) !== epoch?.root || isEarly) {
        inquiry.refuse('withdrawal_forged', { epoch: number, position })
        continue
      }
      const positions = withdrawnPositions.get(number) ?? []
      if (positions.some((one) => one.position === position))
        inquiry.refuse('withdrawn_twice', { epoch: number, position })
      withdrawnPositions.set(number, [...positions, { position, ledger: transaction.ledger }])
    }
  }
  return withdrawnPositions
}

/** Checks that nothing is withdrawn while a draw has no outcome or holds the position, or after its sale. */
export async function checkWithdrawals(
  inquiry: Inquiry,
  withdrawnPositions: WithdrawnPositions,
): Promise<void> {
  const closeTimes = new Map<number, number>()
  for (const { txid } of inquiry.record.anchors) {
    const transaction = await inquiry.transaction(txid)
    if (transaction !== null) closeTimes.set(transaction.ledger, transaction.closeTime)
  }
  for (const { draw, beacon, soldLedger } of inquiry.draws) {
    const { number, position } = draw
    if (beacon === null) continue
    for (const { position: withdrawnPosition, ledger } of withdrawnPositions.get(draw.epoch) ?? []) {
      if (draw.requestLedger < ledger && ledger <= beacon.ledger)
        inquiry.refuse('withdrawn_under_draw', { number, epoch: draw.epoch, position: withdrawnPosition })
      if (withdrawnPosition !== position || position === null || ledger <= beacon.ledger) continue
      const isHeld = holdEnd(beacon.closeTime) > (closeTimes.get(ledger) ?? 0)
      const isSold = soldLedger !== null && soldLedger <= ledger
      if (isHeld || isSold) inquiry.refuse('removed_after_draw', { number, position })
    }
  }
}
