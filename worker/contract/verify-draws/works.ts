import type { DrawEpoch, DrawReveal } from '#worker/contract/draw-records.ts'
import { bytesToHex, hexToBytes, holdEnd, memoHex, positionLeaf, rootOfPath } from '#worker/contract/draws.ts'
import { type DrawFacts, type Inquiry, ledgersToWriteDown } from './inquiry.ts'
import type { OfferFacts, TransactionFacts } from './ledger-source.ts'
import type { WithdrawnPositions } from './outcomes.ts'

/** Positions that are tried for a work that was committed to elsewhere. */
const maxTried = 20_000

/** Reads the sales that the record names: accepted by the account of the draw, and of the token that it says. */
export async function readSales(inquiry: Inquiry): Promise<void> {
  for (const facts of inquiry.draws) {
    const { draw } = facts
    const { number, reveal } = draw
    if ((draw.state === 'sold') !== (reveal !== null)) inquiry.refuse('sale_missing', { number })
    if (reveal === null) continue
    const sale = await inquiry.transaction(reveal.saleTxid)
    const isSale =
      sale !== null &&
      sale.succeeded &&
      sale.type === 'NFTokenAcceptOffer' &&
      sale.account === draw.account &&
      sale.deleted.some((offer) => offer.id === sale.acceptedOffer && offer.nftokenID === reveal.nftokenID)
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

/** A work that was committed to, but at another position; null when it was not committed to at all. */
async function committedPosition(epoch: DrawEpoch, reveal: DrawReveal): Promise<number | null> {
  for (let position = 0; position < Math.min(epoch.count, maxTried); position += 1)
    if (await leadsToRoot(epoch, position, position, reveal)) return position
  return null
}

/** The token was minted by the marketplace for this collection, with the committed metadata as its URI. */
async function isMintedAs(inquiry: Inquiry, epoch: DrawEpoch, reveal: DrawReveal) {
  const mint = await inquiry.transaction(reveal.mintTxid)
  return (
    mint !== null &&
    mint.succeeded &&
    mint.account === inquiry.record.marketplace &&
    mint.issuer === epoch.issuer &&
    mint.taxon === epoch.taxon &&
    mint.mintedToken === reveal.nftokenID &&
    mint.uri === memoHex(`ipfs://${reveal.metadataCid}`)
  )
}

/** Every work that was sold is the one that was committed to at its position. */
export async function checkWorks(inquiry: Inquiry): Promise<void> {
  for (const { draw, epoch } of inquiry.draws) {
    const { number, position, reveal } = draw
    if (reveal === null || position === null || epoch === null) continue
    if (!(await leadsToRoot(epoch, position, position, reveal))) {
      const committed = await committedPosition(epoch, reveal)
      if (committed === null) inquiry.refuse('item_swapped', { number })
      else inquiry.refuse('order_changed', { number, position, committed })
    } else if (!(await isMintedAs(inquiry, epoch, reveal))) inquiry.refuse('item_swapped', { number })
  }
}

/** The offer of a draw, when it is to its account at the committed price. */
async function readOffer(inquiry: Inquiry, { draw, epoch, beacon }: DrawFacts): Promise<OfferFacts | null> {
  const { marketplace } = inquiry.record
  const made = draw.offerTxid === null ? null : await inquiry.transaction(draw.offerTxid)
  if (made === null || !made.succeeded || made.account !== marketplace || beacon === null) return null
  if (made.ledger <= beacon.ledger) return null
  const isRight = (offer: OfferFacts) =>
    offer.isSell &&
    offer.owner === marketplace &&
    offer.destination === draw.account &&
    offer.amountDrops === epoch?.priceDrops
  return made.created.find(isRight) ?? null
}

/** Offers run for exactly the hold, and a position keeps its token. Returns the draws by the ids of their offers. */
async function checkOffers(inquiry: Inquiry): Promise<Map<string, { facts: DrawFacts; offer: OfferFacts }>> {
  const offers = new Map<string, { facts: DrawFacts; offer: OfferFacts }>()
  const tokens = new Map<string, string>()
  for (const facts of inquiry.draws) {
    const { draw, beacon } = facts
    const { number, position, reveal, offerTxid } = draw
    if (position === null || beacon === null) continue
    const offer = await readOffer(inquiry, facts)
    if (offer === null) {
      if (offerTxid !== null || draw.state === 'sold') inquiry.refuse('offer_wrong', { number })
      continue
    }
    offers.set(offer.id, { facts, offer })
    const end = holdEnd(beacon.closeTime)
    const expiration = offer.expiration ?? Number.POSITIVE_INFINITY
    if (expiration !== end) inquiry.refuse(expiration < end ? 'hold_cut' : 'hold_extended', { number })
    const sale = reveal === null ? null : await inquiry.transaction(reveal.saleTxid)
    if (sale !== null && sale.acceptedOffer !== offer.id) inquiry.refuse('sale_missing', { number })
    // Both ways: a position has one token, and a token one position.
    const place = `${draw.epoch} ${position}`
    const token = `${draw.epoch} ${offer.nftokenID}`
    if ((tokens.get(place) ?? token) !== token || (tokens.get(token) ?? place) !== place)
      inquiry.refuse('item_swapped', { number })
    tokens.set(place, token)
    tokens.set(token, place)
  }
  return offers
}

/** Lapsed means offered and not paid: what was never offered is withheld. */
function checkStates(inquiry: Inquiry, offered: ReadonlySet<number>): void {
  for (const { draw, beacon, soldLedger } of inquiry.draws) {
    const { number, state } = draw
    if (draw.position === null || beacon === null || soldLedger !== null) continue
    const end = holdEnd(beacon.closeTime)
    if (state === 'lapsed' && end > inquiry.now) inquiry.refuse('hold_cut', { number })
    const isOver = state === 'lapsed' || (state === 'held' && end + holdEnd(0) <= inquiry.now)
    if (isOver && !offered.has(number) && !inquiry.tainted.has(number))
      inquiry.refuse('server_away', { number })
  }
}

/** Issuer and taxon in an NFTokenID. The taxon is scrambled with the sequence. Source: XLS-20. */
function seriesOf(nftokenID: string): string {
  const sequence = BigInt(`0x${nftokenID.slice(56, 64)}`)
  const scrambled = BigInt(`0x${nftokenID.slice(48, 56)}`)
  const taxon = scrambled ^ ((384_160_001n * sequence + 2459n) & 0xffff_ffffn)
  return `${nftokenID.slice(8, 48)} ${taxon}`
}

/** The series of the collection's tokens, as the mints of the marketplace show it. */
const seriesIn = (
  history: readonly TransactionFacts[],
  { issuer, taxon }: { issuer: string; taxon: number },
) =>
  new Set(
    history.flatMap((one) =>
      one.mintedToken !== null && one.issuer === issuer && one.taxon === taxon
        ? [seriesOf(one.mintedToken)]
        : [],
    ),
  )

/** What the marketplace's own transactions show: sales, cancelled offers, and offers that no draw explains. */
export async function checkOffersAndHistory(inquiry: Inquiry): Promise<void> {
  const { record, history } = inquiry
  const offers = await checkOffers(inquiry)
  checkStates(inquiry, new Set([...offers.values()].map(({ facts }) => facts.draw.number)))
  const settled = record.ledgerIndex - ledgersToWriteDown
  const series = seriesIn(history, record.collection)
  for (const transaction of history) {
    const { ledger, account, type } = transaction
    for (const offer of transaction.created) {
      const isOurs = offer.owner === record.marketplace && series.has(seriesOf(offer.nftokenID))
      if (isOurs && !offers.has(offer.id) && ledger <= settled)
        inquiry.refuse('minted_outside', { token: offer.nftokenID })
    }
    for (const deleted of transaction.deleted) {
      const known = offers.get(deleted.id)
      if (known === undefined) continue
      const { facts, offer } = known
      const { number, state } = facts.draw
      const isCancelled = type === 'NFTokenCancelOffer' && account === record.marketplace
      if (isCancelled && transaction.closeTime < (offer.expiration ?? 0))
        inquiry.refuse('hold_cut', { number })
      const isSale = transaction.acceptedOffer === deleted.id && transaction.succeeded
      if (isSale && state !== 'sold' && ledger <= settled) inquiry.refuse('sale_hidden', { number })
    }
  }
}

/** The positions that anchors took out, when they are what was committed to there. */
export async function readWithdrawals(inquiry: Inquiry): Promise<WithdrawnPositions> {
  const withdrawn: WithdrawnPositions = new Map()
  for (const anchor of inquiry.record.anchors) {
    const found = await inquiry.transaction(anchor.txid)
    if (found === null) continue
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
      if (root === null || bytesToHex(root) !== epoch?.root) {
        inquiry.refuse('withdrawal_forged', { epoch: number, position })
        continue
      }
      const positions = withdrawn.get(number) ?? []
      withdrawn.set(number, [...positions, { position, ledger: found.ledger }])
    }
  }
  return withdrawn
}

/** Nothing is withdrawn while a draw holds it, or after its sale. */
export async function checkWithdrawals(inquiry: Inquiry, withdrawn: WithdrawnPositions): Promise<void> {
  const closeTimes = new Map<number, number>()
  for (const { txid } of inquiry.record.anchors) {
    const found = await inquiry.transaction(txid)
    if (found !== null) closeTimes.set(found.ledger, found.closeTime)
  }
  for (const { draw, beacon, soldLedger } of inquiry.draws) {
    const { number, position } = draw
    if (position === null || beacon === null) continue
    for (const { position: removed, ledger } of withdrawn.get(draw.epoch) ?? []) {
      if (removed !== position || ledger <= beacon.ledger) continue
      const isHeld = holdEnd(beacon.closeTime) > (closeTimes.get(ledger) ?? 0)
      const isSold = soldLedger !== null && soldLedger <= ledger
      if (isHeld || isSold) inquiry.refuse('removed_after_draw', { number, position })
    }
  }
}
