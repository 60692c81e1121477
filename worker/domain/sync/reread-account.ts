import { mendFunds, readTokens } from '#db/queries/sync/mend.ts'
import { lockIndex } from '#db/queries/ledger-index/writes.ts'
import { finishSync, type SyncRow } from '#db/queries/sync/syncs.ts'
import { listTokensOf, rereadTokens } from '#db/queries/ledger-index/unread.ts'
import { endOfLedger } from './mend-plan.ts'
import { pinnedLedger, type SyncContext } from './sync-job.ts'

/**
 * Compares the tokens of an account with the ledger, after data about the account could not be parsed. Queues a sync of
 * each token that differs, and stores the account's XRP immediately if its bids depend on it.
 */
export async function rereadAccount(context: SyncContext, row: SyncRow, holder: string): Promise<void> {
  const { db, ledger } = context
  const account = row.subject
  const at = await pinnedLedger(context)
  const [holdings, accountState, indexedIds] = await Promise.all([
    ledger.tokensOfAccount(account, at.index),
    ledger.findAccount(account, at.index),
    listTokensOf(db.http, account, at.index),
  ])
  const heldIds = holdings.map((token) => token.id)
  const byId = new Map((await readTokens(db.http, heldIds)).map((token) => [token.id, token]))
  const differingTokens = holdings.filter((token) => {
    const indexedToken = byId.get(token.id)
    return (
      indexedToken === undefined ||
      indexedToken.owner !== account ||
      indexedToken.burned ||
      indexedToken.uri !== token.uri
    )
  })
  const heldIdSet = new Set(heldIds)
  const missingIds = indexedIds.filter((id) => !heldIdSet.has(id))
  await db.transaction(async (tx) => {
    await lockIndex(tx)
    await rereadTokens(tx, account, {
      gainedTokens: differingTokens.map((token) => token.id),
      lostTokens: missingIds,
    })
    await mendFunds(tx, [
      {
        account,
        balanceDrops: accountState?.balance ?? 0n,
        ownerCount: accountState?.ownerCount ?? 0,
        stateLedger: at.index,
        statePosition: endOfLedger,
      },
    ])
    await finishSync(tx, row.id, holder)
  })
}
