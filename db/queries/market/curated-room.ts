import { eq, sql } from 'drizzle-orm'
import type { Executor, Reader } from '#db/executor.ts'
import { selectCards } from '#db/queries/nft/cards.ts'
import { queryPeople } from '#db/queries/people/people.ts'
import { curatedRoom } from '#db/schema/curated-room.ts'
import { nfts } from '#db/schema/tokens.ts'
import type { MarketRules } from '#db/sql/market-rules.ts'

export type CuratedRoom = Pick<typeof curatedRoom.$inferSelect, 'artist' | 'text' | 'works'>

const columns = { artist: curatedRoom.artist, text: curatedRoom.text, works: curatedRoom.works }

export const queryRoom = (db: Reader) => db.select(columns).from(curatedRoom)

/** Returns the existing works of the room, in order. */
export function queryWorksOfRoom(db: Reader, rules: MarketRules) {
  return selectCards(db, rules, {})
    .innerJoin(curatedRoom, sql`${nfts.id} = any(${curatedRoom.works})`)
    .where(eq(nfts.burned, false))
    .orderBy(sql`array_position(${curatedRoom.works}, ${nfts.id})`)
}

export const queryArtistOfRoom = (db: Reader) => queryPeople(db, sql`select artist from curated_room`)

/** Locks the room until the transaction ends; undefined if there is no room. */
export async function lockRoom(tx: Executor): Promise<CuratedRoom | undefined> {
  const [room] = await tx.select(columns).from(curatedRoom).for('update')
  return room
}

/** Replaces the room; null removes it. */
export async function putRoom(tx: Executor, room: CuratedRoom | null, changedAt: Date): Promise<void> {
  if (room === null) {
    await tx.delete(curatedRoom)
    return
  }
  const values = { ...room, changedAt }
  await tx.insert(curatedRoom).values(values).onConflictDoUpdate({ target: curatedRoom.id, set: values })
}

/** Returns which of these tokens exist and are not burned. */
export async function findExistingTokens(tx: Executor, ids: string[]): Promise<string[]> {
  const rows = await tx
    .select({ id: nfts.id })
    .from(nfts)
    .where(sql`${nfts.id} = any(${sql.param(ids)}::text[]) and not ${nfts.burned}`)
  return rows.map(({ id }) => id)
}
