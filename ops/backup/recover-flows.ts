import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Executor } from '#db/executor.ts'
import { findDemandItem, setItemToken } from '#db/queries/demand/items.ts'
import { markOffered } from '#db/queries/demand/reservations.ts'
import { storeMetadata } from '#db/queries/collection/traits.ts'
import { insertSubmission, type SubmissionRow } from '#db/queries/journal/journal.ts'
import { insertSale } from '#db/queries/trade/sales.ts'
import { demandItems, reservations } from '#db/schema/on-demand.ts'
import { parseRows } from '#db/sql/rows.ts'
import { Amount } from '#contract/schemas/amounts.ts'
import { rippleTimeToDate } from '#contract/rules/ledger.ts'
import { bidLessFee, brokerFeeOf, priceWithFee } from '#contract/rules/money.ts'
import { currencyOf, dropsOfAmount } from '#contract/rules/sale-amounts.ts'
import type { Context } from '#worker/domain/context.ts'
import { uriOf } from '#worker/domain/demand/offer-to-buyer.ts'
import { settlePurchases } from '#worker/domain/demand/settle.ts'
import { numberField, textField, type ValidatedTransaction } from '#worker/ledger/ledger-json.ts'
import { offerChanges, type LedgerOffer } from '#worker/ledger/offer-changes.ts'
import { isSuccess } from '#worker/ledger/results.ts'
import { identifyToken } from '#worker/ledger/token-id.ts'
import { hexToText } from '#worker/ledger/uri.ts'

/** The kind in the journal of the marketplace's transactions, by type. */
const kinds: Partial<Record<string, SubmissionRow['kind']>> = {
  NFTokenAcceptOffer: 'broker',
  NFTokenCancelOffer: 'cancel',
  TicketCreate: 'tickets',
  NFTokenMint: 'mint',
  NFTokenCreateOffer: 'offer',
  Payment: 'payout',
  NFTokenBurn: 'burn',
  NFTokenModify: 'total',
  AccountSet: 'anchor',
}

/** Beginning of the purposes of transactions whose own purpose was lost. */
export const recoveredPurpose = 'recovered:'

const Id = v.object({ id: v.string() })

async function firstId(tx: Executor, query: ReturnType<typeof sql>): Promise<string | null> {
  return parseRows(Id, await tx.execute(query))[0]?.id ?? null
}

/** Returns the journal's purpose of a transaction, as far as the restored rows tell it. */
async function purposeOf(tx: Executor, { hash, tx: fields }: ValidatedTransaction): Promise<string> {
  const nftId = textField(fields, 'NFTokenID')
  if (fields.TransactionType === 'NFTokenBurn' && nftId !== undefined) return `burn:${nftId}`
  if (fields.TransactionType === 'NFTokenAcceptOffer') {
    const sale = await firstId(
      tx,
      sql`select id::text as id from sales where sell_offer_id = ${textField(fields, 'NFTokenSellOffer') ?? ''}
        and buy_offer_id = ${textField(fields, 'NFTokenBuyOffer') ?? ''}`,
    )
    if (sale !== null) return `broker:${sale}`
  }
  return `${recoveredPurpose}${hash}`
}

/**
 * Records a transaction of the marketplace in the journal. Returns false if the journal, or a signature that the
 * marketplace gave out, already has it. An earlier attempt for the same purpose that is still open was lost, because
 * the journal signs the next one only then.
 */
async function journalize(tx: Executor, entry: ValidatedTransaction): Promise<boolean> {
  const { hash, ledgerIndex, closedAt, meta } = entry
  const kind = kinds[entry.tx.TransactionType]
  if (kind === undefined) return false
  const existingId = await firstId(
    tx,
    sql`select id::text as id from ledger_submissions where hash = ${hash}
      union all select id::text from presigned_parts where hashes @> array[${hash}]`,
  )
  if (existingId !== null) return false
  const result = meta.TransactionResult
  const row = {
    id: crypto.randomUUID(),
    kind,
    counterparty: textField(entry.tx, 'Destination') ?? null,
    tx: entry.tx,
    blob: '',
    hash,
    ticket: numberField(entry.tx, 'TicketSequence') ?? null,
    lastLedger: numberField(entry.tx, 'LastLedgerSequence') ?? ledgerIndex,
    state: isSuccess(result) ? ('succeeded' as const) : ('failed' as const),
    result,
    ledgerIndex,
    createdAt: closedAt,
    submittedAt: closedAt,
    finalAt: closedAt,
  }
  const purpose = await purposeOf(tx, entry)
  await tx.execute(sql`
    with lost as (
      update ledger_submissions set state = 'lost', final_at = now()
      where purpose = ${purpose} and state in ('prepared', 'submitted') returning id
    )
    update ledger_tickets t set submission_id = null from lost where t.submission_id = lost.id`)
  if (!(await insertSubmission(tx, { ...row, purpose })))
    await insertSubmission(tx, { ...row, purpose: `${recoveredPurpose}${hash}` })
  return true
}

/**
 * Returns the item of a token that the marketplace minted or offered. An item that was added after the backup is made
 * again from the token, without its metadata, so that its artist is paid.
 */
async function itemOf(tx: Executor, offer: LedgerOffer, uri: string | undefined): Promise<string | null> {
  const cid = uri === undefined ? null : (hexToText(uri)?.replace(/^ipfs:\/\//, '') ?? null)
  const { issuer, taxon, transferFee, flags } = identifyToken(offer.nftId)
  const item = await firstId(
    tx,
    sql`select id::text as id from demand_items
      where token_id = ${offer.nftId} or (token_id is null and issuer = ${issuer} and taxon = ${taxon} and metadata_cid = ${cid})
      order by token_id nulls last limit 1`,
  )
  const collection = await firstId(
    tx,
    sql`select id from collections where issuer = ${issuer} and taxon = ${taxon}`,
  )
  if (item !== null || collection === null || cid === null) return item
  const id = crypto.randomUUID()
  const name = offer.nftId
  const metadata = { name, description: '', attributes: [], image: null, animation: null, attachment: null }
  await tx.insert(demandItems).values({
    id,
    collectionId: collection,
    issuer,
    taxon,
    transferFee,
    flags,
    name,
    tokenId: offer.nftId,
    metadata: { ...metadata, files: [], moreAttributes: 0, collection: null, explicit: false },
    document: '',
    metadataCid: cid,
    files: [],
    hidden: false,
    state: 'draft',
  })
  return id
}

/**
 * Updates every open reservation from the index. The index has the end of all ledgers: a work whose offer was cancelled
 * may have been sold to the next buyer since, which the usual rule does not expect.
 */
export async function settleRecovered(tx: Executor): Promise<void> {
  await tx.execute(sql`
    update reservations r set state = 'released', ended_at = now() from offers o, nfts n
    where o.id = r.offer_id and o.state = 'cancelled' and n.id = o.nft_id and n.owner <> o.owner
      and r.item_id is not null and r.state in ('offered', 'cancelling')`)
  await settlePurchases(tx)
}

/** Records the offer of a work to its buyer: in the reservation that the backup has, or in a new one. */
async function recoverOffer(
  tx: Executor,
  entry: ValidatedTransaction,
  marketplace: string,
): Promise<string[]> {
  const offer = offerChanges(entry.meta).createdOffers.find((one) => one.isSell && one.owner === marketplace)
  if (offer === undefined || offer.destination === null) return []
  const itemId = await itemOf(tx, offer, textField(entry.tx, 'URI'))
  const item = itemId === null ? null : await findDemandItem(tx, itemId)
  if (item === null)
    return [
      `${entry.hash}: ${offer.nftId} was offered to ${offer.destination}, but no collection is known for it`,
    ]
  await setItemToken(tx, item.id, offer.nftId)
  if (!item.hidden && item.document !== '')
    await storeMetadata(tx, { ...item, id: offer.nftId, uri: uriOf(item) }, item.metadata)
  const reserved = await firstId(
    tx,
    sql`select id::text as id from reservations where item_id = ${item.id} and (offer_id = ${offer.id}
      or (state = 'reserved' and part_id is null and buyer = ${offer.destination} and offer_id is null))`,
  )
  if (reserved !== null) {
    await markOffered(tx, reserved, { offerId: offer.id, nftId: offer.nftId })
    await settleRecovered(tx)
    return []
  }
  // The buyer, or the item, could only be reserved again once the earlier reservation had ended.
  await tx.execute(sql`update reservations set state = 'released', ended_at = now() where state = 'reserved'
    and (item_id = ${item.id} or (buyer = ${offer.destination} and collection_id = ${item.collectionId}))`)
  const phase = sql<number>`(select position from edition_phases where edition_id = ${item.editionId}
    and starts_at <= ${entry.closedAt.toISOString()}::timestamptz order by position desc limit 1)`
  await tx.insert(reservations).values({
    id: crypto.randomUUID(),
    collectionId: item.collectionId,
    buyer: offer.destination,
    itemId: item.id,
    nftId: offer.nftId,
    random: item.hidden,
    editionId: item.editionId,
    phase,
    splitId:
      item.editionId === null
        ? sql`(select split_id from collections where id = ${item.collectionId})`
        : null,
    priceDrops: dropsOfAmount(offer.amount),
    currency: currencyOf(offer.amount),
    state: 'offered',
    until: offer.expiration === null ? entry.closedAt : rippleTimeToDate(offer.expiration),
    offerId: offer.id,
    signRequestId: crypto.randomUUID(),
    createdAt: entry.closedAt,
  })
  await settleRecovered(tx)
  return []
}

/** Records a brokered sale that the backup does not have. */
async function recoverSale(
  tx: Executor,
  { hash, ledgerIndex, closedAt, tx: fields, meta }: ValidatedTransaction,
) {
  const ended = offerChanges(meta).deletedOffers
  const sell = ended.find(({ id }) => id === fields['NFTokenSellOffer'])
  const buy = ended.find(({ id }) => id === fields['NFTokenBuyOffer'])
  if (sell === undefined || buy === undefined) return
  const [facts] = parseRows(
    v.object({ auction: v.boolean(), later: v.nullable(v.boolean()), request: v.nullable(v.string()) }),
    await tx.execute(sql`select
      exists (select 1 from auctions where offer_id = ${sell.id}) as auction,
      (select b.created_ledger >= s.created_ledger from offers s, offers b where s.id = ${sell.id} and b.id = ${buy.id}) as later,
      coalesce((select sign_request_id::text from reservations where nft_id = ${sell.nftId} and buyer = ${buy.owner}
          and item_id is null and state in ('reserved', 'offered', 'cancelling') limit 1),
        (select id::text from sign_requests where context->>'nftId' = ${sell.nftId} and state in ('created', 'signed')
          and (account, purpose) in ((${buy.owner}, 'buy_now'), (${sell.owner}, 'accept_bid')) limit 1)) as request`),
  )
  const kind = facts?.auction === true ? 'auction' : facts?.later === true ? 'buy_now' : 'accept_bid'
  const isListing = kind === 'buy_now'
  await insertSale(tx, {
    id: crypto.randomUUID(),
    kind,
    nftId: sell.nftId,
    sellOfferId: sell.id,
    buyOfferId: buy.id,
    seller: sell.owner,
    buyer: buy.owner,
    price: isListing ? sell.amount : bidLessFee(buy.amount),
    fee: v.parse(Amount, fields['NFTokenBrokerFee'] ?? brokerFeeOf(isListing ? sell.amount : buy.amount)),
    paid: isListing ? priceWithFee(sell.amount) : buy.amount,
    leftoverOfferId: null,
    signRequestId: facts?.request ?? null,
    state: 'completed',
    txid: hash,
    ledgerIndex,
    result: meta.TransactionResult,
    createdAt: closedAt,
    settledAt: closedAt,
  })
  await settleRecovered(tx)
}

export interface Recovered {
  /** True if the journal did not have the transaction. */
  isNew: boolean
  /** Sentences about transactions that could not be recorded. */
  problems: string[]
}

/**
 * Records what one transaction of the marketplace since the backup has done, unless the backup has it. Repeating it
 * changes nothing. Returns what could not be recorded.
 */
export async function recoverTransaction(
  { treasury }: Pick<Context, 'treasury'>,
  tx: Executor,
  entry: ValidatedTransaction,
): Promise<Recovered> {
  // Everything that the site sends has a ticket. Other transactions are the operator's own.
  if (numberField(entry.tx, 'TicketSequence') === undefined) return { isNew: false, problems: [] }
  const isNew = await journalize(tx, entry)
  const { TransactionType: type } = entry.tx
  if (!isSuccess(entry.meta.TransactionResult)) return { isNew, problems: [] }
  if (type === 'NFTokenMint' || type === 'NFTokenCreateOffer') {
    const isOfPart = await firstId(
      tx,
      sql`select id::text as id from presigned_parts where hashes @> array[${entry.hash}]`,
    )
    return { isNew, problems: isOfPart === null ? await recoverOffer(tx, entry, treasury.account) : [] }
  }
  if (isNew && type === 'NFTokenAcceptOffer') await recoverSale(tx, entry)
  return { isNew, problems: [] }
}
