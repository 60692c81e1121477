import { xrpValue } from '#contract/words/amount-values.ts'
import { sentence, t } from '#contract/words/sentence.ts'
import { queryCollectionName } from '#db/queries/collection/collections.ts'
import { hasMatchingWork } from '#db/queries/standing-bid/matching-works.ts'
import { insertBid, openBid, refreshBids, withdrawBid } from '#db/queries/standing-bid/bids.ts'
import { writeFunds } from '#db/queries/ledger-index/derive.ts'
import { rereadDoubtful } from '#db/queries/ledger-index/unread.ts'
import type { SignRequestRow } from '#db/queries/sign-request/sign-requests.ts'
import type { Executor } from '#db/executor.ts'
import { dateToRippleTime, rippleTimeToDate } from '#contract/rules/ledger.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { SignReferences } from '#contract/schemas/sign-requests.ts'
import type { PlaceStandingBidBody } from '#contract/schemas/standing-bids.ts'
import { maxOpenBids, ticketsPerWork } from '#contract/limits/standing-bids.ts'
import { requireBatch } from '#worker/domain/batch/require-batch.ts'
import { findIdentity } from '#worker/domain/collection/find-identity.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { readLedgerNow } from '#worker/domain/ledger-index/ledger-now.ts'
import { dryRun } from '#worker/domain/sign-request/dry-run.ts'
import { instructionWords } from '#worker/domain/sign-request/instruction.ts'
import { findKeyedRequest } from '#worker/domain/sign-request/keyed-request.ts'
import { openSignRequest } from '#worker/domain/sign-request/open-sign-request.ts'
import { accountChanges } from '#worker/ledger/account-changes.ts'
import { createdTickets, hashOfTerms, ticketTransaction } from '#worker/ledger/bid-batch.ts'
import type { ValidatedTransaction } from '#worker/ledger/ledger-json.ts'

const daySeconds = 86_400
/** Maximum number of tickets of an account. Source: xrpl.org "Tickets". */
const maxTickets = 250

const noWork = () =>
  new Refusal('validation_failed', sentence('No work of this collection meets these terms.'), {
    errors: [{ path: 'traits', message: t('No work of this collection meets these terms.') }],
  })

/** Checks that the account can pay for one work and for the reserve of the tickets. Throws Refusal. */
async function checkMoney({ ledger }: Context, account: string, priceDrops: bigint, tickets: number) {
  const [state, reserves, cost] = await Promise.all([
    ledger.findAccount(account),
    ledger.reserves(),
    ledger.transactionCost(),
  ])
  if (state === null)
    throw new Refusal(
      'account_not_found',
      sentence('Your account does not exist on the ledger yet. Send it at least 1 XRP first.'),
    )
  if (state.ticketCount + tickets > maxTickets)
    throw new Refusal(
      'bid_limit',
      sentence('Your account can have at most {most} tickets. Release those of ended bids first.', {
        most: maxTickets,
      }),
    )
  const reserveDrops = reserves.baseDrops + reserves.ownerDrops * BigInt(state.ownerCount)
  const requiredDrops = priceDrops + reserves.ownerDrops * BigInt(tickets) + cost
  const spendable = state.balance - reserveDrops
  if (spendable < requiredDrops)
    throw new Refusal(
      'insufficient_funds',
      sentence('This requires {needed} XRP, and your account can spend {available} XRP above its reserve.', {
        needed: xrpValue(requiredDrops),
        available: xrpValue(spendable > 0n ? spendable : 0n),
      }),
    )
}

/**
 * Places a standing bid (docs/money.md, 16): the bidder signs one transaction, which creates the tickets for the
 * purchases and contains the hash of the terms. Nothing is paid. Throws Refusal: not_found, validation_failed,
 * forbidden, bid_limit, batch_unavailable, account_not_found, insufficient_funds, would_fail, signer_unavailable.
 */
export async function placeStandingBid(
  context: Context,
  actor: Actor,
  body: PlaceStandingBidBody,
): Promise<SignReferences> {
  const earlier = await findKeyedRequest(context)
  if (earlier !== null) return earlier
  const { db, treasury } = context
  if (actor.account === treasury.account)
    throw new Refusal('forbidden', sentence('The marketplace account does not bid.'))
  const { issuer, taxon } = await findIdentity(context, body.collectionID)
  await requireBatch(context, actor.account)
  const terms = { traits: body.traits, maxRank: body.maxRank }
  if (!(await hasMatchingWork(db.http, { issuer, taxon }, terms))) throw noWork()
  const tickets = body.works * ticketsPerWork
  const priceDrops = BigInt(body.priceDrops)
  await checkMoney(context, actor.account, priceDrops, tickets)
  const expiration = dateToRippleTime(await readLedgerNow(context)) + body.days * daySeconds
  const bid = { bidder: actor.account, issuer, taxon, ...terms, priceDrops, works: body.works }
  const termsHash = hashOfTerms({ ...bid, expiration })
  const id = context.signRequestId ?? crypto.randomUUID()
  const expiresAt = rippleTimeToDate(expiration)
  await dryRun(context, ticketTransaction(actor.account, tickets, termsHash))
  const row = { id, ...bid, termsHash, state: 'signing' as const, createdAt: context.now(), expiresAt }
  const storedBid = await db.transaction((tx) => insertBid(tx, row, maxOpenBids))
  if (storedBid === null)
    throw new Refusal(
      'bid_limit',
      sentence('You have {most} open standing bids. Withdraw one before you place another.', {
        most: maxOpenBids,
      }),
    )
  const [collection] = await queryCollectionName(db.http, body.collectionID)
  const { site, nameOf, amountOf } = instructionWords(context)
  return openSignRequest(
    { ...context, signRequestId: id },
    {
      purpose: 'standing_bid',
      account: actor.account,
      // A repeated call has the terms of the first call, whose time limit is earlier.
      txjson: ticketTransaction(actor.account, tickets, storedBid.termsHash),
      context: { bidId: id },
      instruction: t(
        'Bid {amount} each for {count, plural, one {# work} other {# works}} of {name} on OPX ({site}). Nothing is paid now.',
        {
          amount: amountOf(body.priceDrops),
          count: body.works,
          name: nameOf(collection?.name ?? ''),
          site,
        },
      ),
      returnPath: '/bids',
    },
  )
}

/** Opens a bid whose tickets are on the ledger, in the transaction that stores the success. */
export async function recordBid(
  { rules, ledger }: Context,
  tx: Executor,
  row: SignRequestRow,
  entry: ValidatedTransaction,
): Promise<SignRequestRow> {
  const { bidId } = row.context
  const account = row.account ?? ''
  if (bidId === undefined) return row
  await openBid(tx, bidId, { tickets: createdTickets(entry), txid: entry.hash, at: entry.closedAt })
  const funds = accountChanges(entry.meta)
    .filter((change) => change.account === account)
    .map((change) => ({
      ...change,
      stateLedger: entry.ledgerIndex,
      statePosition: entry.meta.TransactionIndex,
    }))
  await writeFunds(tx, funds, new Set([account]))
  // The index may have passed later transactions of the account before it followed its balance.
  await rereadDoubtful(tx, { ids: [], newTokens: [], accounts: [], balances: [account] }, rules.marketplace)
  await refreshBids(tx, [account], ledger.lastReserves())
  return row
}

/** Withdraws a standing bid, and the sales into it that wait. Throws Refusal: not_found, bid_closed. */
export async function endStandingBid({ db, now }: Context, actor: Actor, id: string): Promise<string> {
  const row = await db.transaction((tx) => withdrawBid(tx, id, actor.account, now()))
  if (row === null)
    throw new Refusal('bid_closed', sentence('This standing bid is not open, or it is not yours.'))
  return id
}
