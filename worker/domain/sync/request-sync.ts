import { sentence } from '#contract/words/sentence.ts'
import { insertAudit } from '#db/queries/admin/audit-log.ts'
import { readTokens } from '#db/queries/sync/mend.ts'
import { findSync, insertSync } from '#db/queries/sync/syncs.ts'
import { Refusal } from '#contract/words/refusal.ts'
import { isOwner } from '#worker/domain/session/require-owner.ts'
import { findIdentity } from '#worker/domain/collection/find-identity.ts'
import type { Actor, Context } from '#worker/domain/context.ts'

/** True if an account holds a token, according to the index or, failing that, the ledger. */
async function isHolder({ db, ledger }: Context, account: string, nftId: string): Promise<boolean> {
  const [row] = await readTokens(db.http, [nftId])
  if (row !== undefined && row.owner === account && !row.burned) return true
  const { index } = await ledger.validatedHead()
  const token = await ledger.findToken(nftId, index)
  if (token !== 'unknown') return token !== null && !token.burned && token.owner === account
  const tokens = await ledger.tokensOfAccount(account, index)
  return tokens.some((heldToken) => heldToken.id === nftId)
}

/** Queues a sync of one of the actor's tokens. Returns the answer of the contract: `signed`, or `not owner`. */
export async function requestNftSync(context: Context, { account }: Actor, nftId: string): Promise<string> {
  if (!(await isHolder(context, account, nftId))) return 'not owner'
  await insertSync(context.db.http, { kind: 'nft', subject: nftId, thorough: true, requestedBy: account })
  return 'signed'
}

/** Queues a sync of a collection for its issuer or the marketplace. Throws Refusal: not_found, forbidden. */
export async function requestCollectionSync(
  context: Context,
  { account }: Actor,
  collectionId: string,
  thorough: boolean,
): Promise<void> {
  const { issuer } = await findIdentity(context, collectionId)
  if (account !== issuer && !isOwner(context, account)) {
    throw new Refusal(
      'forbidden',
      sentence("Only a collection's issuer and the marketplace owner can sync it."),
    )
  }
  await context.db.transaction(async (tx) => {
    const before = await findSync(tx, 'collection', collectionId)
    const row = { kind: 'collection', subject: collectionId, thorough, requestedBy: account } as const
    if (!(await insertSync(tx, row))) return
    await insertAudit(tx, {
      account,
      action: 'sync_collection',
      subject: collectionId,
      before: { latest: before?.createdAt ?? null },
      after: { metadata: thorough },
    })
  })
}
