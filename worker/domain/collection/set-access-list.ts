import { insertAudit } from '#db/queries/audit-log.ts'
import { queryRules, replaceBlacklist, replaceWhitelist, saveRules } from '#db/queries/collection-rules.ts'
import { readBlacklist, readWhitelist, writeWhitelist } from '#worker/contract/access-lists.ts'
import type { BlacklistBody, ListSavedReply, WhitelistBody } from '#worker/contract/collections.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { isClassicAddress } from '#worker/ledger/addresses.ts'
import { holdCollection, requireIssuer } from './own-collection.ts'

/**
 * Sets the whole whitelist, and whether it counts. Lines that are wrong are dropped and named.
 * Throws Refusal: not_found, forbidden.
 */
export async function setWhitelist(
  context: Context,
  actor: Actor,
  body: WhitelistBody,
): Promise<ListSavedReply> {
  const id = body.collectionID
  await requireIssuer(context, actor, id)
  const given = body.whitelist
  const text =
    typeof given === 'string'
      ? given
      : writeWhitelist(Object.entries(given).map(([account, most]) => ({ account, most })))
  const { entries, dropped } = readWhitelist(text, isClassicAddress)
  const [rules] = await queryRules(context.db.read, id)
  const before = rules?.whitelistEnabled ?? false
  const whitelistEnabled = body.whitelistEnabled ?? before
  await context.db.transaction(async (tx) => {
    // One writer at a time, so that two lists never mix.
    await holdCollection(tx, id)
    await replaceWhitelist(tx, id, entries)
    await saveRules(tx, id, { whitelistEnabled })
    await insertAudit(tx, {
      account: actor.account,
      action: 'set_whitelist',
      subject: id,
      before: { enabled: before },
      after: { enabled: whitelistEnabled, addresses: entries.length },
    })
  })
  return { status: 'success', data: 'Whitelist has been updated', kept: entries.length, dropped }
}

/** The same for the blacklist. */
export async function setBlacklist(
  context: Context,
  actor: Actor,
  body: BlacklistBody,
): Promise<ListSavedReply> {
  const id = body.collectionID
  await requireIssuer(context, actor, id)
  const text = typeof body.blackList === 'string' ? body.blackList : body.blackList.join('\n')
  const { entries, dropped } = readBlacklist(text, isClassicAddress)
  const [rules] = await queryRules(context.db.read, id)
  const before = rules?.blacklistEnabled ?? false
  const blacklistEnabled = body.blacklistEnabled ?? before
  await context.db.transaction(async (tx) => {
    await holdCollection(tx, id)
    await replaceBlacklist(tx, id, entries)
    await saveRules(tx, id, { blacklistEnabled })
    await insertAudit(tx, {
      account: actor.account,
      action: 'set_blacklist',
      subject: id,
      before: { enabled: before },
      after: { enabled: blacklistEnabled, addresses: entries.length },
    })
  })
  return { status: 'success', data: 'Blacklist has been updated', kept: entries.length, dropped }
}
