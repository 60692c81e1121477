import type { Executor } from '#db/executor.ts'
import { listBurned, listHeld, overwriteTokens, readTokens } from '#db/queries/sync/mend.ts'
import { endAuctions } from '#db/queries/ledger-index/writes.ts'
import { countLiveTokens, countTokens, listAccountsOf, type SyncStep } from '#db/queries/sync/syncs.ts'
import { identifyToken } from '#worker/ledger/token-id.ts'
import type { HeldToken } from '#worker/ports/ledger/port.ts'
import { planTokens } from './mend-plan.ts'
import { commitStep, pinnedLedger, type SyncContext, type SyncJob } from './sync-job.ts'

/** Number of accounts read in one step, if the server cannot list a collection. */
const accountsAtOnce = 4

async function mendTokens(
  tx: Executor,
  context: SyncContext,
  step: SyncStep,
  tokens: HeldToken[],
  ledgerIndex: number,
) {
  if (tokens.length === 0) return
  const rows = await readTokens(
    tx,
    tokens.map((token) => token.id),
  )
  const plan = planTokens(rows, tokens, ledgerIndex, context.now(), step.mended)
  await overwriteTokens(tx, plan)
  await endAuctions(tx, {
    acceptedOffers: [],
    cancelledOffers: [],
    // A null state means that the stored rows count.
    movedTokens: plan.map(({ id }) => ({ nftId: id, state: null })),
  })
}

async function beginOffers({ db }: SyncContext, { of }: SyncJob, step: SyncStep) {
  step.position = { phase: 'offers', after: null, astray: [] }
  step.done = 0
  step.total = of.nftId === null ? await countTokens(db.http, of) : 1
}

/**
 * Reads a page of the collection, or the one token, from a server with Clio's methods. Returns false if no server has
 * them.
 */
async function stepByClio(context: SyncContext, job: SyncJob): Promise<boolean> {
  const { of } = job
  const at = await pinnedLedger(context)
  if (of.nftId !== null) {
    const token = await context.ledger.findToken(of.nftId, at.index)
    if (token === 'unknown') return false
    await commitStep(context, job, async (tx, step) => {
      await mendTokens(tx, context, step, token === null ? [] : [token], at.index)
      await beginOffers(context, job, step)
    })
    return true
  }
  const { after } = job.step.position
  const page = await context.ledger.tokensOfIssuer(of.issuer, of.taxon, at.index, after)
  if (page === null) return false
  await commitStep(context, job, async (tx, step) => {
    await mendTokens(tx, context, step, page.tokens, at.index)
    step.position = { ...step.position, after: page.marker }
    step.done += page.tokens.length
  })
  if (page.marker === null) await commitStep(context, job, (_tx, step) => beginOffers(context, job, step))
  return true
}

/**
 * Returns the number of the issuer's live NFTs in all collections, as the ledger counts them. 0 for the sync of a
 * single token, which is either found or counted as lost.
 */
async function countLiveOnLedger(
  { ledger }: SyncContext,
  { of }: SyncJob,
  ledgerIndex: number,
): Promise<number> {
  if (of.nftId !== null) return 0
  return (await ledger.findAccount(of.issuer, ledgerIndex))?.liveTokens ?? 0
}

/**
 * Finds tokens that no known account holds. If the history says that a token was burned, it is marked as burned.
 * Otherwise it is left unchanged and counted.
 */
async function settleAstray(context: SyncContext, job: SyncJob) {
  const at = await pinnedLedger(context)
  const live = await countLiveOnLedger(context, job, at.index)
  const { astray } = job.step.position
  const burnedIds = new Set(await listBurned(context.db.http, astray))
  await commitStep(context, job, async (tx, step) => {
    const rows = await readTokens(tx, astray)
    const burns = rows
      .filter((row) => burnedIds.has(row.id))
      .map((row) => ({ id: row.id, owner: row.owner, burned: true, uri: row.uri, changedLedger: 0 }))
    await mendTokens(tx, context, step, burns, at.index)
    step.lost = astray.length - burns.length
    const count = (await countLiveTokens(tx, job.of.issuer)) + (step.position.elsewhere ?? 0)
    step.unseen = Math.max(0, live - count)
    await beginOffers(context, job, step)
  })
}

/** Reads a few accounts involved with the collection, each with all its tokens. */
async function stepByAccounts(context: SyncContext, job: SyncJob) {
  const { of } = job
  const { after } = job.step.position
  const extraAccounts = [job.requestedBy, context.rules.marketplace]
  const accounts = await listAccountsOf(
    context.db.http,
    { ...of, also: extraAccounts },
    typeof after === 'string' ? after : '',
    accountsAtOnce,
  )
  const last = accounts.at(-1)
  if (last === undefined) return settleAstray(context, job)
  const at = await pinnedLedger(context)
  const holdings = await Promise.all(
    accounts.map(async (account) => {
      const accountTokens = await context.ledger.tokensOfAccount(account, at.index)
      const tokens: HeldToken[] = []
      const otherIds: string[] = []
      for (const token of accountTokens) {
        const { issuer, taxon } = identifyToken(token.id)
        const isSubject =
          of.nftId === null ? issuer === of.issuer && taxon === of.taxon : token.id === of.nftId
        if (isSubject) tokens.push(token)
        else if (issuer === of.issuer) otherIds.push(token.id)
      }
      const ids = new Set(tokens.map((token) => token.id))
      const indexedIds = await listHeld(context.db.http, of, account, at.index)
      return { tokens, otherIds, ids, missingIds: indexedIds.filter((id) => !ids.has(id)) }
    }),
  )
  await commitStep(context, job, async (tx, step) => {
    await mendTokens(
      tx,
      context,
      step,
      holdings.flatMap(({ tokens }) => tokens),
      at.index,
    )
    const astray = new Set([...step.position.astray, ...holdings.flatMap(({ missingIds }) => missingIds)])
    for (const { ids } of holdings) for (const id of ids) astray.delete(id)
    const otherIds = holdings.flatMap((holding) => holding.otherIds)
    const unindexedCount = otherIds.length - (await readTokens(tx, otherIds)).length
    const unindexedTotal = (step.position.elsewhere ?? 0) + unindexedCount
    step.position = { phase: 'tokens', after: last, astray: [...astray], elsewhere: unindexedTotal }
    step.done += holdings.reduce((sum, { tokens }) => sum + tokens.length, 0)
  })
}

/** Runs one step: reads which account holds which token. */
export async function stepTokens(context: SyncContext, job: SyncJob): Promise<void> {
  if (!(await stepByClio(context, job))) await stepByAccounts(context, job)
}
