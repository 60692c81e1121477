import { fillPast, mendFunds, overwriteOffers, readOffers } from '#db/queries/sync/mend.ts'
import { followLines } from '#db/queries/ledger-index/lines.ts'
import { linesOf, sellersOf } from '#worker/domain/ledger-index/line-health.ts'
import { takeMoves } from '#worker/domain/ledger-index/mark-sales.ts'
import { refreshListings, refreshOffers } from '#db/queries/ledger-index/derive.ts'
import { addHistory, endAuctions, historyRows } from '#db/queries/ledger-index/writes.ts'
import { markCollectionDue } from '#db/queries/ledger-index/statistics.ts'
import { finishSync, listTokensAfter, renewMetadata } from '#db/queries/sync/syncs.ts'
import { type IndexChanges, indexChanges } from '#worker/ledger/index-changes.ts'
import { dateToRippleTime } from '#contract/rules/ledger.ts'
import { count, endOfLedger, planOffers } from './mend-plan.ts'
import { commitStep, pinnedLedger, type SyncContext, type SyncJob } from './sync-job.ts'

/** Number of tokens in one step. */
const tokensAtOnce = 12

type Pinned = Awaited<ReturnType<typeof pinnedLedger>>

/** Filters the changes of one token, because a transaction may also cancel offers on many other tokens. */
function changesOf(nftId: string, changes: IndexChanges): IndexChanges {
  return {
    ...changes,
    nfts: new Map([...changes.nfts].filter(([id]) => id === nftId)),
    offers: new Map([...changes.offers].filter(([, offer]) => offer.nftId === nftId)),
    history: changes.history.filter((event) => event.nftId === nftId),
  }
}

async function readToken({ db, ledger }: SyncContext, nftId: string, at: Pinned) {
  const [open, entries, rows] = await Promise.all([
    ledger.offersOfToken(nftId, at.index),
    ledger.historyOfToken(nftId, at.index),
    readOffers(db.http, [nftId], []),
  ])
  const changes = changesOf(nftId, indexChanges(entries ?? []))
  const ids = new Set(rows.map((row) => row.id))
  const datedOffers = await Promise.all(
    open.map(async (offer) => ({
      ...offer,
      createdLedger:
        changes.offers.get(offer.id)?.createdLedger ??
        (ids.has(offer.id) ? null : await ledger.findOfferLedger(offer.id, at.index)),
    })),
  )
  return { open: datedOffers, changes }
}

/** Reads the XRP of all bidders, as of the sync's ledger. */
async function readFunds({ ledger }: SyncContext, bidders: string[], at: Pinned) {
  const states = await Promise.all(
    bidders.map(async (account) => ({ account, state: await ledger.findAccount(account, at.index) })),
  )
  return states.map(({ account, state }) => ({
    account,
    balanceDrops: state?.balance ?? 0n,
    ownerCount: state?.ownerCount ?? 0,
    stateLedger: at.index,
    statePosition: endOfLedger,
  }))
}

/** Rebuilds offers, history, offer health and prices of some tokens, as of the index's ledger. */
async function rebuild(context: SyncContext, job: SyncJob, nftIds: string[], after: number | null) {
  const at = await pinnedLedger(context)
  const reserves = await context.ledger.reserves()
  const tokens: Awaited<ReturnType<typeof readToken>>[] = []
  for (let start = 0; start < nftIds.length; start += 2) {
    tokens.push(
      ...(await Promise.all(nftIds.slice(start, start + 2).map((nftId) => readToken(context, nftId, at)))),
    )
  }
  const open = tokens.flatMap((token) => token.open)
  const past = new Map(tokens.flatMap((token) => [...token.changes.offers]))
  const events = tokens.flatMap((token) => token.changes.history)
  const bidders = [...new Set(open.filter((offer) => !offer.isSell).map((offer) => offer.owner))]
  const funds = await readFunds(context, bidders, at)
  await commitStep(context, job, async (tx, step) => {
    const rows = await readOffers(
      tx,
      nftIds,
      open.map((offer) => offer.id),
    )
    const plan = planOffers(rows, new Set(nftIds), { open, past, ledgerIndex: at.index }, step.mended)
    await overwriteOffers(tx, plan)
    await followLines(tx, linesOf(open), sellersOf(open, context.rules.marketplace))
    count(step.mended, 'history', await addHistory(tx, historyRows(events)))
    await takeMoves(tx, events)
    await fillPast(
      tx,
      tokens.flatMap((token) => [...token.changes.nfts.values()]),
    )
    const sells = plan.filter((offer) => offer.isSell)
    await endAuctions(tx, {
      acceptedOffers: sells.filter((offer) => offer.state === 'accepted').map((offer) => offer.id),
      cancelledOffers: sells.filter((offer) => offer.state === 'cancelled').map((offer) => offer.id),
      movedTokens: [],
    })
    const accounts = await mendFunds(tx, funds)
    count(step.mended, 'funds', accounts.length)
    const evaluatedOffers = await refreshOffers(tx, {
      nftIds,
      accounts,
      closeTime: dateToRippleTime(at.closedAt),
      reserves,
      marketplace: context.rules.marketplace,
    })
    count(step.mended, 'takeable', evaluatedOffers.length)
    count(
      step.mended,
      'price',
      await refreshListings(tx, context.rules, [...new Set([...nftIds, ...evaluatedOffers])]),
    )
    step.position = { phase: 'offers', after, astray: [] }
    step.done += nftIds.length
  })
}

/** Runs one step: reads the offers on the next tokens. Returns true if there are no more, and the job is finished. */
export async function stepOffers(context: SyncContext, job: SyncJob): Promise<boolean> {
  const { of } = job
  const { after } = job.step.position
  if (of.nftId !== null && after === null) {
    await rebuild(context, job, [of.nftId], 0)
    return false
  }
  const tokens =
    of.nftId === null
      ? await listTokensAfter(context.db.http, of, typeof after === 'number' ? after : -1, tokensAtOnce)
      : []
  const last = tokens.at(-1)
  if (last !== undefined) {
    await rebuild(
      context,
      job,
      tokens.map((token) => token.id),
      last.sequence,
    )
    return false
  }
  await context.db.transaction(async (tx) => {
    await renewMetadata(tx, of, job.thorough)
    await markCollectionDue(tx, of)
    await finishSync(tx, job.id, job.holder)
  })
  return true
}
