import { inArray, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Executor } from '#db/executor.ts'
import { markPaid, type PayoutRow } from '#db/queries/demand/settle-reservations.ts'
import { closeEpochs } from '#db/queries/draw/epochs.ts'
import { listOpenSubmissions } from '#db/queries/journal/journal.ts'
import { findCursor } from '#db/queries/ledger-index/writes.ts'
import { listUnsettledParts } from '#db/queries/part/presigned-parts.ts'
import { dropLease } from '#db/queries/leases.ts'
import { insertAuction } from '#db/queries/nft/nfts.ts'
import { editions } from '#db/schema/editions.ts'
import { payouts } from '#db/schema/on-demand.ts'
import { parseRows } from '#db/sql/rows.ts'
import { madeForPurpose } from '#db/queries/ledger-index/derive.ts'
import { Amount } from '#contract/schemas/amounts.ts'
import { currencyOf, dropsOfAmount, isSameCurrency } from '#contract/rules/sale-amounts.ts'
import type { Context } from '#worker/domain/context.ts'
import { fillPrints } from '#worker/domain/edition/fill-prints.ts'
import { settleUsedParts } from '#worker/domain/demand/settle-part.ts'
import { advanceOpenSubmission, ledgerWindow } from '#worker/domain/journal/advance-submission.ts'
import { followLedgers } from '#worker/domain/ledger-index/follow-ledgers.ts'
import { twoStepsPurpose } from '#worker/domain/part/presign-batch.ts'
import { numberField, textField, type ValidatedTransaction } from '#worker/ledger/ledger-json.ts'
import { isSuccess } from '#worker/ledger/results.ts'
import { balancesIn } from '#worker/ledger/statement-entry.ts'
import { type Recovered, recoveredPurpose, recoverTransaction, settleRecovered } from './recover-flows.ts'
import { heldLane, leaseHolder } from './restore.ts'
import { BackupRefused } from './schema-version.ts'

/**
 * After this time no transaction and no signature of the lost site can reach a ledger any more: a Batch is valid for 13
 * minutes.
 */
const quietMinutes = 15
/** Transactions that are recovered together; fewer than the free prints that an edition has at least. */
const atOnce = 100

export interface RepairReport {
  ledgers: { from: number; to: number }
  /** Transactions of the marketplace since the backup, and those among them that the backup did not have. */
  transactions: number
  recovered: number
  /** Payouts that were found to be paid. */
  paid: number
  /** Offers to the marketplace of unknown purpose, which it cancels. */
  withdrawn: number
}

/** Called with what happens, before it is committed for good: a repair that is killed reports it again. */
export interface RepairCallbacks {
  onProgress?: (ledger: number) => void
  /** Questions that only the operator can decide. */
  onProblems?: (problems: string[]) => void
}

const Run = v.object({
  ledger: v.pipe(v.string(), v.transform(Number)),
  at: v.pipe(
    v.string(),
    v.transform((text) => new Date(text)),
  ),
})

async function findRun({ db }: Context) {
  const result = await db.http.execute(sql`select to_regclass('restored.run') is not null as there`)
  if (parseRows(v.object({ there: v.boolean() }), result)[0]?.there !== true)
    throw new BackupRefused('This database was not restored, or was repaired already.')
  const [run] = parseRows(
    Run,
    await db.http.execute(
      sql`select ledger_index::text as ledger, to_json(restored_at)#>>'{}' as at from restored.run`,
    ),
  )
  if (run === undefined || (await findCursor(db.http)) === null)
    throw new BackupRefused('Run the bootstrap first: npm run bootstrap.')
  return run
}

/** Follows the ledgers since the backup, and returns the newest one. */
async function catchUp(context: Context, onProgress: (ledger: number) => void): Promise<number> {
  for (;;) {
    const { to, ledgers } = await followLedgers(context, new Date(context.now().getTime() + 20_000))
    onProgress(to)
    const head = await context.ledger.validatedHead()
    if (to >= head.index) return to
    if (ledgers === 0)
      throw new BackupRefused(`No server has ledger ${to + 1}: add one with this history to LEDGER_URLS.`)
  }
}

/** Returns the transactions that an account has sent in these ledgers, in order. */
async function ownTransactions(
  { ledger }: Context,
  account: string,
  { from, to }: { from: number; to: number },
): Promise<ValidatedTransaction[]> {
  const entries: ValidatedTransaction[] = []
  const reachesStart = ({ ledgerIndex, ...entry }: ValidatedTransaction) =>
    ledgerIndex < from || balancesIn({ ledgerIndex, ...entry }, account)?.created === true
  for (let marker: unknown = null; ; ) {
    const page = await ledger.transactionsOfAccount(
      account,
      to,
      marker,
      (reply) => reply.marker !== null || reply.transactions.some(reachesStart),
    )
    entries.push(...page.transactions.filter(({ ledgerIndex }) => ledgerIndex >= from))
    if (page.sent !== page.transactions.length)
      throw new BackupRefused(`A transaction of ${account} could not be read: try another ledger server.`)
    if (page.transactions.some(reachesStart)) break
    if (page.marker === null)
      throw new BackupRefused(
        `No server has all transactions of ${account} since the backup: add one with more history to LEDGER_URLS.`,
      )
    marker = page.marker
  }
  return entries
    .filter(({ tx }) => tx.Account === account)
    .toSorted((a, b) => a.ledgerIndex - b.ledgerIndex || a.meta.TransactionIndex - b.meta.TransactionIndex)
}

/**
 * Lists mints and offers whose buyers still wait for them in the saved rows, although a ledger before the backup may
 * already have them: their results were not recorded yet. `since` is a ledger before all of them.
 */
async function listUnrecorded({ db }: Context, ledger: number) {
  const rows = parseRows(
    v.object({ hash: v.string(), since: v.number() }),
    await db.http.execute(sql`
      select s.hash, (s.last_ledger - ${ledgerWindow})::float8 as since from ledger_submissions s
      join reservations r on r.state = 'reserved' and s.purpose = ${twoStepsPurpose('')} || r.id
      where s.state in ('prepared', 'submitted', 'succeeded')`),
  )
  return {
    hashes: new Set(rows.map(({ hash }) => hash)),
    since: Math.min(ledger, ...rows.map((row) => row.since)),
  }
}

/** Adds the prints of editions that the lost site may have added and sold: more than one transaction here can need. */
async function addPrints(context: Context, entries: ValidatedTransaction[]) {
  const issuers = entries.map(({ tx }) => textField(tx, 'Issuer')).filter((issuer) => issuer !== undefined)
  const rows = await context.db.http.select().from(editions).where(inArray(editions.issuer, issuers))
  for (const edition of rows) await fillPrints(context, edition)
}

/** Settles the signatures that customers have used since the backup. Returns those that could not be settled. */
async function settleParts(context: Context): Promise<string[]> {
  const { db, now } = context
  for (let before = Number.POSITIVE_INFINITY; ; ) {
    const open = await listUnsettledParts(db.http, 10_000)
    if (open.length === 0 || open.length >= before)
      return open.map(({ id }) => `the used signature ${id} could not be settled`)
    before = open.length
    await settleUsedParts(context, new Date(now().getTime() + 600_000))
  }
}

/** Finds the debts that the lost site has paid. Returns payments without a debt. */
async function matchPayments(tx: Executor): Promise<{ paid: number; unmatched: string[] }> {
  const Payment = v.object({ hash: v.string(), to: v.string(), amount: Amount })
  const payments = parseRows(
    Payment,
    await tx.execute(sql`
      select s.hash, s.tx->>'Destination' as "to", coalesce(s.tx->'DeliverMax', s.tx->'Amount') as amount from ledger_submissions s
      where s.kind = 'payout' and s.state = 'succeeded' and s.purpose like ${`${recoveredPurpose}%`}
        and not exists (select 1 from payouts p where p.txid = s.hash) order by s.created_at`),
  )
  const unmatched: string[] = []
  for (const { hash, to, amount } of payments) {
    const owed: PayoutRow[] = await tx
      .select()
      .from(payouts)
      .where(sql`artist = ${to} and state = 'owed' and amount_drops = ${String(dropsOfAmount(amount))}::numeric
        and not exists (select 1 from ledger_submissions s where s.state <> 'lost' and s.state <> 'failed' and s.purpose =
          'payout:' || reservation_id || ':' || case when place = 0 then '' else place || ':' end || attempt)`)
      .orderBy(sql`created_at`)
    const debt = owed.find(({ currency }) => isSameCurrency(currency, currencyOf(amount)))
    if (debt === undefined) unmatched.push(`${hash}: a payment to ${to} without a known debt`)
    else await markPaid(tx, debt, hash)
  }
  return { paid: payments.length - unmatched.length, unmatched }
}

/**
 * Delays payouts of sales that the backup does not have by a week, because one of the payments without a known debt may
 * have paid them to other payees.
 */
async function holdPayouts(tx: Executor) {
  await tx.execute(sql`update payouts p set due_at = now() + interval '7 days' from reservations r
    where r.id = p.reservation_id and p.state = 'owed'
      and not exists (select 1 from sign_requests q where q.id = r.sign_request_id)`)
}

/**
 * Takes back offers to the marketplace whose purpose was lost. A sell offer with an Expiration may have opened an
 * auction or accepted a bid, so it must not become a listing; an expired buy offer only locks its owner's reserve.
 */
async function withdrawOffers(tx: Executor, marketplace: string, after: number): Promise<number> {
  const isLost = sql`offers.destination = ${marketplace} and offers.state = 'open' and offers.created_ledger > ${after}`
  const Lost = v.object({ offerId: v.string(), nftId: v.string(), seller: v.string(), startAmount: Amount })
  const sells = parseRows(
    Lost,
    await tx.execute(sql`
      select id as "offerId", nft_id as "nftId", owner as seller, amount as "startAmount" from offers
      where ${isLost} and is_sell and expiration is not null and not ${madeForPurpose}
        and not exists (select 1 from auctions a where a.offer_id = offers.id)`),
  )
  for (const offer of sells) await insertAuction(tx, { ...offer, endsAt: new Date(), state: 'cancelled' })
  const buys = await tx.execute(sql`
    insert into offer_cancellations (offer_id) select id from offers
    where ${isLost} and not is_sell and problem = 'expired'
      and not exists (select 1 from sales s where s.buy_offer_id = offers.id) on conflict do nothing returning offer_id as id`)
  return sells.length + parseRows(v.object({ id: v.string() }), buys).length
}

/** Forgets tickets that the ledger no longer has. The cron adds the others. */
async function keepTickets(tx: Executor, onLedger: number[]) {
  await tx.execute(sql`
    delete from ledger_tickets t where not (t.ticket = any(${sql.param(onLedger)}::bigint[]))
      and not exists (select 1 from ledger_submissions s where s.id = t.submission_id and s.state in ('prepared', 'submitted'))
      and not exists (select 1 from presigned_parts p where p.lending = t.submission_id and p.state = 'lent')`)
}

/**
 * Counts what standing bids have bought since the backup: every work took one of their tickets. Sales that the backup
 * does not have are among them.
 */
async function recountBids(context: Context, ledgers: { from: number; to: number }) {
  const { db } = context
  const Ticket = v.object({ account: v.string(), ticket: v.number(), bid: v.string() })
  const used = parseRows(
    Ticket,
    await db.http.execute(sql`
      select r.account, r.ticket::float8 as ticket, r.bid_id::text as bid from restored.bid_tickets r
      where not exists (select 1 from bid_tickets t where t.account = r.account and t.ticket = r.ticket)`),
  )
  const purchases: string[] = []
  for (const account of new Set(used.map((ticket) => ticket.account))) {
    const bidOf = new Map(used.filter((one) => one.account === account).map((one) => [one.ticket, one.bid]))
    for (const { tx, meta } of await ownTransactions(context, account, ledgers)) {
      const bid = bidOf.get(numberField(tx, 'TicketSequence') ?? 0)
      if (
        bid !== undefined &&
        tx.TransactionType === 'NFTokenAcceptOffer' &&
        isSuccess(meta.TransactionResult)
      )
        purchases.push(bid)
    }
  }
  return async (tx: Executor) => {
    await tx.execute(sql`
      with counted as (
        select r.bid_id, r.bought + (select count(*) from unnest(${sql.param(purchases)}::text[]) one where one = r.bid_id::text)::int as bought
        from (select distinct bid_id, bought from restored.bid_tickets) r
      )
      update standing_bids b set bought = c.bought, state = case when b.state = 'open' and c.bought >= b.works then 'filled' else b.state end,
        ended_at = case when b.state = 'open' and c.bought >= b.works then now() else b.ended_at end
      from counted c where c.bid_id = b.id and c.bought <> b.bought`)
  }
}

/** Ends the secret orders of random collections in which works were sold after the backup. The rest gets new ones. */
async function renewEpochs(tx: Executor) {
  const collections = parseRows(
    v.object({ id: v.string() }),
    await tx.execute(sql`
      select distinct i.collection_id as id from demand_items i join reservations r on r.item_id = i.id
      where i.hidden and r.draw_number is null and r.random
        and not exists (select 1 from sign_requests q where q.id = r.sign_request_id)`),
  )
  for (const { id } of collections) {
    await closeEpochs(tx, id)
    await tx.execute(
      sql`update demand_items set draw_epoch = null where collection_id = ${id} and hidden and state = 'for_sale'`,
    )
  }
}

/**
 * Completes a restored and bootstrapped database: follows the ledgers since the backup, reads what the marketplace did
 * on the ledger in that time, and ends every flow accordingly. Then the cron may work. Safe to repeat after any
 * interruption; see docs/money.md, section 17.
 */
export async function repair(
  context: Context,
  { onProgress = () => undefined, onProblems = () => undefined }: RepairCallbacks = {},
): Promise<RepairReport> {
  const { db, ledger, treasury } = context
  const run = await findRun(context)
  const to = await catchUp(context, onProgress)
  const head = await findCursor(db.http)
  const quietAt = new Date(run.at.getTime() + quietMinutes * 60_000)
  if (head === null || head.closedAt < quietAt)
    throw new BackupRefused(
      `Until ${quietAt.toISOString()} signatures of the lost site can still reach the ledger: run the repair again then.`,
    )
  const ledgers = { from: run.ledger + 1, to }
  const unrecorded = await listUnrecorded(context, run.ledger)
  const since = { from: unrecorded.since + 1, to }
  const own = (await ownTransactions(context, treasury.account, since)).filter(
    ({ hash, ledgerIndex }) => ledgerIndex > run.ledger || unrecorded.hashes.has(hash),
  )
  const report = { ledgers, transactions: own.length, recovered: 0 }
  const problems: string[] = []
  for (let from = 0; from < own.length; from += atOnce) {
    const entries = own.slice(from, from + atOnce)
    await addPrints(context, entries)
    const recoveries = await db.transaction(async (tx) => {
      const results: Recovered[] = []
      for (const entry of entries) results.push(await recoverTransaction(context, tx, entry))
      return results
    })
    report.recovered += recoveries.filter(({ isNew }) => isNew).length
    problems.push(...recoveries.flatMap((one) => one.problems))
  }
  for (const row of await listOpenSubmissions(db.http, 10_000)) await advanceOpenSubmission(context, row)
  problems.push(...(await settleParts(context)))
  const writeBids = await recountBids(context, ledgers)
  const tickets = await ledger.listTickets(treasury.account)
  const { paid, withdrawn } = await db.transaction(async (tx) => {
    await settleRecovered(tx)
    const { paid, unmatched } = await matchPayments(tx)
    if (unmatched.length > 0) await holdPayouts(tx)
    const withdrawn = await withdrawOffers(tx, treasury.account, run.ledger)
    await writeBids(tx)
    await renewEpochs(tx)
    await keepTickets(tx, tickets)
    await dropLease(tx, heldLane, leaseHolder)
    await tx.execute(sql`drop schema restored cascade`)
    onProblems([...problems, ...unmatched])
    return { paid, withdrawn }
  })
  return { ...report, paid, withdrawn }
}
