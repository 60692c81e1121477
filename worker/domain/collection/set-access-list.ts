import { t } from '#contract/words/sentence.ts'
import { insertAudit } from '#db/queries/admin/audit-log.ts'
import {
  findRules,
  listBlacklist,
  listWhitelist,
  replaceBlacklist,
  replaceWhitelist,
  saveRules,
  type WhitelistEntry,
} from '#db/queries/collection/rules.ts'
import type { Executor } from '#db/executor.ts'
import { readBlacklist, readWhitelist, writeWhitelist } from '#contract/rules/access-lists.ts'
import type { BlacklistBody, ListSavedReply, WhitelistBody } from '#contract/schemas/collections.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { isClassicAddress } from '#worker/ledger/addresses.ts'
import { holdCollection, requireIssuer } from './own-collection.ts'

interface NewList {
  action: 'set_whitelist' | 'set_blacklist'
  flag: 'whitelistEnabled' | 'blacklistEnabled'
  /**
   * True if the list is enabled after the change. If undefined, a list with lines is enabled, and an empty list keeps its
   * setting.
   */
  enabled: boolean | undefined
  /** The new lines and the current lines of the list. */
  lines: string[]
  current: (tx: Executor) => Promise<string[]>
  replace: (tx: Executor) => Promise<void>
}

const whitelistLine = (entry: WhitelistEntry) => `${entry.account}:${entry.most}`

async function saveList(context: Context, actor: Actor, id: string, list: NewList): Promise<void> {
  const { action, flag, lines } = list
  await requireIssuer(context, actor, id)
  await context.db.transaction(async (tx) => {
    // Allows one writer at a time, so that two lists are never mixed, and no write disables a list that another write has
    // just enabled.
    await holdCollection(tx, id)
    const before = (await findRules(tx, id))?.[flag] ?? false
    const isEnabled = list.enabled ?? (lines.length > 0 || before)
    const old = new Set(await list.current(tx))
    const addedCount = lines.filter((line) => !old.has(line)).length
    await list.replace(tx)
    await saveRules(tx, id, { [flag]: isEnabled })
    await insertAudit(tx, {
      account: actor.account,
      action,
      subject: id,
      // Logs the counts only, because the lists are visible to the issuer alone.
      before: { enabled: before, addresses: old.size },
      after: {
        enabled: isEnabled,
        addresses: lines.length,
        added: addedCount,
        removed: old.size - (lines.length - addedCount),
      },
    })
  })
}

/**
 * Replaces the whole whitelist. Saving addresses enables the list unless `whitelistEnabled` is false, because the
 * issuer expects the addresses to take effect. Invalid lines are dropped and named in the reply.
 * Throws Refusal: not_found, forbidden.
 */
export async function setWhitelist(
  context: Context,
  actor: Actor,
  { collectionID: id, whitelist, whitelistEnabled }: WhitelistBody,
): Promise<ListSavedReply> {
  const text =
    typeof whitelist === 'string'
      ? whitelist
      : writeWhitelist(Object.entries(whitelist).map(([account, most]) => ({ account, most })))
  const { entries, dropped: droppedLines } = readWhitelist(text, isClassicAddress)
  await saveList(context, actor, id, {
    action: 'set_whitelist',
    flag: 'whitelistEnabled',
    enabled: whitelistEnabled,
    lines: entries.map(whitelistLine),
    current: async (tx) => (await listWhitelist(tx, id)).map(whitelistLine),
    replace: (tx) => replaceWhitelist(tx, id, entries),
  })
  return {
    status: 'success',
    data: t('Whitelist has been updated'),
    kept: entries.length,
    dropped: droppedLines,
  }
}

/** Replaces the whole blacklist, by the same rules as the whitelist. */
export async function setBlacklist(
  context: Context,
  actor: Actor,
  { collectionID: id, blackList, blacklistEnabled }: BlacklistBody,
): Promise<ListSavedReply> {
  const text = typeof blackList === 'string' ? blackList : blackList.join('\n')
  const { entries, dropped: droppedLines } = readBlacklist(text, isClassicAddress)
  await saveList(context, actor, id, {
    action: 'set_blacklist',
    flag: 'blacklistEnabled',
    enabled: blacklistEnabled,
    lines: entries,
    current: (tx) => listBlacklist(tx, id),
    replace: (tx) => replaceBlacklist(tx, id, entries),
  })
  return {
    status: 'success',
    data: t('Blacklist has been updated'),
    kept: entries.length,
    dropped: droppedLines,
  }
}
