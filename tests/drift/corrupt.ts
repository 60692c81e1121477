import type { Pool } from 'pg'
import type { Chance } from './chance.ts'

const stranger = 'rrrrrrrrrrrrrrrrrrrrBZbvji'
const hex = (chance: Chance) =>
  Array.from({ length: 64 }, () => chance.int(16).toString(16).toUpperCase()).join('')

type Corruption = (pool: Pool, id: string, chance: Chance) => Promise<unknown>

/** Each function corrupts a token in one way. */
const tokenCorruptions: Record<string, Corruption> = {
  owner: (pool, id) => pool.query('update nfts set owner = $2 where id = $1', [id, stranger]),
  burned: (pool, id) => pool.query('update nfts set burned = not burned where id = $1', [id]),
  uri: (pool, id) => pool.query("update nfts set uri = 'ABCD' where id = $1", [id]),
  price: (pool, id) =>
    pool.query("update nfts set price_drops = 7, main_offer_id = 'none', listed_ledger = 1 where id = $1", [
      id,
    ]),
  gone: (pool, id) => pool.query('delete from nfts where id = $1', [id]),
  'extra offer': (pool, id, chance) =>
    pool.query(
      `insert into offers (id, nft_id, owner, is_sell, amount, amount_drops, state, created_ledger)
       values ($2, $1, $3, true, '"100000"', 100000, 'open', 4)`,
      [id, hex(chance), stranger],
    ),
}

/** Each function corrupts an offer in one way. */
const offerCorruptions: Record<string, Corruption> = {
  missing: (pool, id) => pool.query('delete from offers where id = $1', [id]),
  state: (pool, id) =>
    pool.query(
      `update offers set state = case state when 'open' then 'cancelled' else 'open' end,
         ended_ledger = case state when 'open' then created_ledger end where id = $1`,
      [id],
    ),
  amount: (pool, id) => pool.query(`update offers set amount = '"1"', amount_drops = 1 where id = $1`, [id]),
  problem: (pool, id) =>
    pool.query("update offers set problem = case when problem is null then 'expired' end where id = $1", [
      id,
    ]),
  owner: (pool, id) => pool.query('update offers set owner = $2 where id = $1', [id, stranger]),
}

/** Corrupts a share of the rows, each in a random way. */
export async function corrupt(pool: Pool, chance: Chance, percent: number) {
  const corruptShare = async (ids: string[], corruptions: Record<string, Corruption>) => {
    for (const id of ids) {
      if (!chance.hits(percent / 100)) continue
      await chance.pick(Object.values(corruptions))?.(pool, id, chance)
    }
  }
  // Excludes offers of burned tokens, because the ledger has none.
  const offers = await pool.query('select id from offers order by id')
  const tokens = await pool.query('select id from nfts order by id')
  await corruptShare(
    offers.rows.map((row) => String(row.id)),
    offerCorruptions,
  )
  await corruptShare(
    tokens.rows.map((row) => String(row.id)),
    tokenCorruptions,
  )
  // At least one token, however small the share.
  await pool.query('update nfts set owner = $1 where id = (select min(id) from nfts where not burned)', [
    stranger,
  ])
  await pool.query('update account_funds set balance_drops = balance_drops + 77 where random() < $1', [
    percent / 100,
  ])
}
