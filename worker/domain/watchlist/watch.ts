import { sentence } from '#contract/words/sentence.ts'
import { deleteWatches, insertWatches, listWatches } from '#db/queries/watchlist/watchlist.ts'
import { Refusal } from '#contract/words/refusal.ts'
import { maxWatched } from '#contract/limits/watchlist.ts'
import type { Watched, WatchKey, WatchlistReply } from '#contract/schemas/watchlist.ts'
import { getAccount } from '#worker/domain/account/find-account.ts'
import type { Actor, Context } from '#worker/domain/context.ts'

/** Converts the address of an account to its classic form. Throws Refusal('validation_failed'). */
export const withAddress = <T extends WatchKey>(item: T): T =>
  item.kind === 'account' ? { ...item, id: getAccount(item.id) } : item

export async function getWatchlist({ db }: Context, actor: Actor): Promise<WatchlistReply> {
  const rows = await listWatches(db.http, actor.account)
  return { items: rows.map((row) => ({ ...row, at: row.at.toISOString() })) }
}

/**
 * Adds entries to the account's watchlist. Repeating it changes nothing. Returns the entries for which there is no
 * room. Throws Refusal('watchlist_full') if there is no room for any of them.
 */
export async function watch({ db }: Context, actor: Actor, items: Watched[]): Promise<{ left: WatchKey[] }> {
  const remainingRows = await insertWatches(db.http, actor.account, items.map(withAddress), maxWatched)
  if (remainingRows.length > 0 && remainingRows.length === items.length)
    throw new Refusal(
      'watchlist_full',
      sentence('Your watchlist can have {most} entries. Remove some of them first.', { most: maxWatched }),
    )
  return { left: remainingRows }
}

export async function unwatch({ db }: Context, actor: Actor, items: WatchKey[]): Promise<void> {
  await deleteWatches(db.http, actor.account, items.map(withAddress))
}
