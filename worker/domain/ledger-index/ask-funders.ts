import {
  countFunded,
  deferTrader,
  listSalesOfFunder,
  listSalesOfTrader,
  listWaitingTraders,
  storeFunder,
} from '#db/queries/ledger-index/funders.ts'
import { lockIndex } from '#db/queries/ledger-index/writes.ts'
import { errorFacts } from '#contract/words/error-facts.ts'
import { genesisAccount } from '#contract/rules/ledger.ts'
import type { Context } from '#worker/domain/context.ts'
import { maxFunded } from '#contract/rules/marked-sales.ts'
import { judgeAgain } from './mark-sales.ts'

const batch = 4
/** Maximum number of sales to judge again after one answer, newest first. */
const maxSales = 1000
const retryMs = 10 * 60_000
const maxTries = 20

type FundersContext = Pick<Context, 'db' | 'ledger' | 'rules' | 'now' | 'log'>

async function ask(context: FundersContext, account: string, tries: number) {
  const { db, ledger, rules, now } = context
  let answer: string | null = null
  try {
    answer = await ledger.findFunder(account)
  } catch (error) {
    if (tries + 1 < maxTries) {
      await deferTrader(db.http, account, tries + 1, new Date(now().getTime() + retryMs))
      return
    }
    context.log.warn('funder_unknown', { account, ...errorFacts(error) })
  }
  // The genesis account and the marketplace fund everybody, so they count as no funder.
  const funder = answer === genesisAccount || answer === rules.marketplace ? null : answer
  await db.transaction(async (tx) => {
    await lockIndex(tx)
    await storeFunder(tx, account, answer === null ? null : { funder })
    // Judges the sales that were stored before the account's funder was known.
    await judgeAgain(tx, await listSalesOfTrader(tx, account, maxSales))
    // Once a funder has one account more than allowed, its earlier marks are removed.
    if (funder !== null && (await countFunded(tx, funder)) <= maxFunded + 1)
      await judgeAgain(tx, await listSalesOfFunder(tx, funder, maxSales))
  })
}

/**
 * Reads the funders of trading accounts from the ledger, once per account and a few at a time. Continues where the last
 * run ended. Returns the number of requests.
 */
export async function askFunders(context: FundersContext, deadline: Date): Promise<number> {
  let count = 0
  while (context.now() < deadline) {
    const traders = await listWaitingTraders(context.db.http, batch)
    for (const { account, tries } of traders) await ask(context, account, tries)
    count += traders.length
    if (traders.length < batch) break
  }
  return count
}
