import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Executor, Reader } from '#db/executor.ts'
import { collections } from '#db/schema/collections.ts'
import { notifications, notificationSettings } from '#db/schema/notifications.ts'
import { nfts } from '#db/schema/tokens.ts'
import {
  maxNotifications,
  maxOfSenderPerHour,
  maxOfStrangers,
  maxUnread,
  minToldBidDrops,
  notificationDays,
  type NotificationKind,
  strangersKinds,
} from '#contract/rules/notification-kinds.ts'
import { rippleEpochSeconds } from '#contract/rules/ledger.ts'
import { leastBid } from '#db/queries/standing-bid/least-bids.ts'
import { lockReader, startReader } from '#db/queries/event/readers.ts'
import { indexTime } from '#db/sql/ledger-time.ts'
import { parseRows } from '#db/sql/rows.ts'
import { saleAmount } from '#db/sql/sale-amount.ts'

/**
 * Events that are older than this when they are read cause no notifications, because a rebuilt index reads old ledgers.
 */
const newsDays = 7

const readerName = 'notifications'
/** The bids of an account within an hour share one notification, which names the highest. */
const perHour = sql`case when kind = 'bid_received' then 1 else ${maxOfSenderPerHour} end`
const bidDrops = sql`case when kind = 'bid_received' and jsonb_typeof(amount) = 'string' then (amount #>> '{}')::numeric end`
const kindsOfStrangers = sql`${sql.param([...strangersKinds])}::text[]`

/**
 * Locks the position in the log. After a rebuild, the log is read from the start, and unique keys prevent duplicate
 * notifications.
 */
export async function lockNotifications(tx: Executor): Promise<number> {
  await startReader(tx, readerName)
  return lockReader(tx, readerName)
}

/** True if an amount is lower than another amount in the same currency. */
const isLess = (amount: SQL, before: SQL) => sql`case
  when jsonb_typeof(${amount}) = 'string' and jsonb_typeof(${before}) = 'string'
    then (${amount} #>> '{}')::numeric < (${before} #>> '{}')::numeric
  when jsonb_typeof(${amount}) = 'object' and jsonb_typeof(${before}) = 'object'
    and ${amount}->>'currency' = ${before}->>'currency' and ${amount}->>'issuer' = ${before}->>'issuer'
    then (${amount}->>'value')::numeric < (${before}->>'value')::numeric
  else false end`

/** True if `w` watches the work of event `b`, or the on-demand item that became this work. */
const watchesWork = sql`w.kind = 'nft' and w.subject in (b.nft_id,
  (select d.id::text from demand_items d where d.token_id = b.nft_id and d.state = 'sold'))`

/** Selects the notifications for the events of `batch`: position, kind, account, and the other account involved. */
const insertRows = (marketplace: string) => sql`
  select position, 'outbid' as kind, account, buyer as other from batch where kind = 'outbid'
  union all
  select position, 'bid_received', seller, buyer from batch where kind = 'bid' and funded
    and case when jsonb_typeof(amount) = 'string' then (amount #>> '{}')::numeric >= greatest(${minToldBidDrops}, coalesce(${leastBid(sql`batch.nft_id`)}, 0)) else true end
  union all
  -- What the buyer paid was bid by the buyer before: the seller has accepted it.
  select b.position, case when a.accepted then 'offer_accepted' else 'sold' end,
    case when a.accepted then b.buyer when b.seller = ${marketplace} then b.issuer else b.seller end,
    case when a.accepted then b.seller else b.buyer end
  from batch b cross join lateral (select exists (
    select 1 from events bid where bid.nft_id = b.nft_id and bid.kind = 'bid' and bid.buyer = b.buyer
      and bid.amount = b.amount and bid.position < b.position) as accepted) a
  where b.kind = 'sold'
  union all
  select position, 'settled', seller, buyer from batch where kind = 'auction_settled'
  union all
  select position, 'settled', buyer, seller from batch where kind = 'auction_settled'
  union all
  -- An offer to an account that bids on the work answers its bid.
  select b.position, 'counter_offer', b.buyer, b.seller from batch b where b.kind = 'offered' and b.amount <> '"0"'
    and exists (select 1 from offers o where o.nft_id = b.nft_id and not o.is_sell and o.owner = b.buyer and o.state = 'open')
  union all
  -- Metadata at another URI is read later. The bidder is already notified of the URI.
  select b.position, 'work_changed', o.owner, b.issuer from batch b
    join offers o on o.nft_id = b.nft_id and not o.is_sell and o.state = 'open'
    where b.kind = 'modified' or (b.kind = 'metadata_changed' and not exists (select 1 from history h
      where h.nft_id = b.nft_id and h.type = 'modify'
        and h.ledger_index >= greatest(o.created_ledger, coalesce(o.confirmed_ledger + 1, 0))))
  union all
  select position, 'auction_ending', seller, null from batch where kind = 'auction_ending'
  union all
  select b.position, 'auction_ending', o.owner, b.seller from batch b
    join offers o on o.nft_id = b.nft_id and not o.is_sell and o.state = 'open' where b.kind = 'auction_ending'
  union all
  select b.position, 'auction_ending', w.account, b.seller from batch b
    join watches w on ${watchesWork} where b.kind = 'auction_ending'
  union all
  select position, 'auction_extended', seller, buyer from batch where kind = 'auction_extended'
  union all
  select b.position, 'auction_extended', o.owner, b.buyer from batch b
    join offers o on o.nft_id = b.nft_id and not o.is_sell and o.state = 'open' where b.kind = 'auction_extended'
  union all
  -- A print that is free is no gift: its buyer has asked for it.
  select position, 'airdrop', buyer, seller from batch where seller is distinct from ${marketplace}
    and ((kind = 'offered' and amount = '"0"') or (kind = 'transferred' and actor is distinct from buyer))
  union all
  select b.position, 'price_drop', w.account, b.seller from batch b
    join watches w on ${watchesWork}
    where (b.kind = 'price_changed' and ${isLess(sql`b.amount`, sql`b.previous_amount`)})
      or (b.kind = 'listed' and ${isLess(sql`b.amount`, sql`w.price`)})
  union all
  select b.position, 'announced', f.follower, b.account from batch b
    join follows f on f.followee = b.account where b.kind = 'collection_announced'
  union all
  select b.position, 'announced', w.account, b.account from batch b
    join collections c on c.issuer = b.issuer and c.taxon = b.taxon
    join watches w on (w.kind = 'account' and w.subject = b.account) or (w.kind = 'collection' and w.subject = c.id)
    where b.kind = 'collection_announced'
  union all
  select b.position, b.kind, f.follower, b.account from batch b
    join follows f on f.followee = b.account where b.kind like 'edition_%'
  union all
  select b.position, b.kind, w.account, b.account from batch b
    join collections c on c.issuer = b.issuer and c.taxon = b.taxon
    join watches w on (w.kind = 'account' and w.subject = b.account) or (w.kind = 'collection' and w.subject = c.id)
    where b.kind like 'edition_%'`

/** True if the account has not disabled this kind; `r` is a row with both. */
const isWanted = sql`not exists (
  select 1 from notification_settings s where s.account = r.account and r.kind = any(s.off))`

/** True for accounts that have signed in here. Nobody else could read their notifications. */
const isKnown = sql`exists (select 1 from wallets where wallets.account = r.account)`

/** A notification that was just created. */
export interface NewNotification {
  id: number
  account: string
}

const parseNewNotifications = (result: unknown): NewNotification[] =>
  parseRows(v.object({ id: v.string(), account: v.string() }), result).map(({ id, account }) => ({
    id: Number(id),
    account,
  }))

/**
 * Creates notifications for the next events and advances the cursor. Events from a stranger beyond the hourly limit are
 * counted on the latest notification of that kind, once each. An account is notified only once that an auction was
 * extended. Returns the notifications, and whether there may be more events.
 */
export async function tellEvents(
  tx: Executor,
  after: number,
  { marketplace, limit }: { marketplace: string; limit: number },
): Promise<{ notifications: NewNotification[]; more: boolean }> {
  const rangeResult = await tx.execute(sql`
    select max(position) as last, count(*)::int as count
    from (select position from events where position > ${after} order by position limit ${limit}) next`)
  const [range] = parseRows(v.object({ last: v.nullable(v.string()), count: v.number() }), rangeResult)
  const last = Number(range?.last ?? after)
  const result = await tx.execute(sql`
    with batch as materialized (select * from events where position > ${after} and position <= ${last}),
    raised as (${insertRows(marketplace)}),
    moved as (update event_readers set position = ${last} where name = ${readerName}),
    news as (select distinct on (r.account, told.key) r.account, told.key, r.kind, b.at, b.nft_id, c.id as collection_id, r.other, b.amount,
      case when r.kind = 'price_drop' and b.previous_amount is null then w.price else b.previous_amount end as previous_amount,
      b.ends_at, b.position
    from raised r join batch b on b.position = r.position
    cross join lateral (select case when r.kind = 'auction_extended' then 'extended:' || b.offer_id else b.key end as key) told
    left join collections c on c.issuer = b.issuer and c.taxon = b.taxon
    left join watches w on r.kind = 'price_drop' and w.account = r.account and ${watchesWork}
    where r.account is not null and r.account is distinct from r.other and ${isKnown} and ${isWanted}
      and b.at > now() - make_interval(days => ${newsDays})
    order by r.account, told.key, r.kind),
    ranked as (select *, row_number() over (partition by account, kind, other order by ${bidDrops} desc nulls last, position) + (
      select count(*) from notifications n where n.account = news.account and n.kind = news.kind and n.other = news.other
        and n.key <> news.key and n.created_at > now() - interval '1 hour') as place from news),
    extra as (select account, kind, other, position, amount, nft_id, collection_id, ${bidDrops} as drops from ranked
      where kind = any(${kindsOfStrangers}) and other is not null and place > ${perHour}),
    merged as (update notifications n set more = n.more + e.count, merged_until = e.last, read_at = null,
      (amount, nft_id, collection_id) = (select top.amount, top.nft_id, top.collection_id from (
        select n.amount, n.nft_id, n.collection_id, case when n.kind = 'bid_received' and jsonb_typeof(n.amount) = 'string' then (n.amount #>> '{}')::numeric end as drops, 0 as place
        union all select x.amount, x.nft_id, x.collection_id, x.drops, 1 from extra x
          where n.kind = 'bid_received' and x.account = n.account and x.kind = n.kind and x.other = n.other and x.position > e.since
      ) top order by top.drops desc nulls last, top.place limit 1)
      from (select latest.id, count(*)::int as count, max(x.position) as last, min(latest.merged_until) as since
        from (select distinct account, kind, other from extra) s
        cross join lateral (select id, merged_until from notifications
          where account = s.account and kind = s.kind and other = s.other order by merged_until desc, id desc limit 1) latest
        join extra x on x.account = s.account and x.kind = s.kind and x.other = s.other and x.position > latest.merged_until
        where not exists (select 1 from ranked r where r.account = s.account and r.kind = s.kind and r.other = s.other
          and r.place = ${perHour})
        group by latest.id) e
      where n.id = e.id)
    insert into notifications (account, key, kind, at, nft_id, collection_id, other, amount, previous_amount, ends_at, more, merged_until)
    select account, key, kind, at, nft_id, collection_id, other, amount, previous_amount, ends_at, coalesce(e.count, 0),
      greatest(position, e.last)
    from ranked r left join lateral (select count(*)::int as count, max(x.position) as last from extra x
      where r.place = ${perHour} and x.account = r.account and x.kind = r.kind and x.other = r.other) e on true
    where not (kind = any(${kindsOfStrangers})) or other is null or place <= ${perHour} order by account, key, kind
    on conflict (account, key) do nothing returning id, account`)
  return { notifications: parseNewNotifications(result), more: range?.count === limit }
}

/** Notifies artists, once per payout, that the ledger has refused a payout. */
export async function tellRefusedPayouts(tx: Executor): Promise<NewNotification[]> {
  const result = await tx.execute(sql`
    insert into notifications (account, key, kind, at, nft_id, collection_id, amount)
    select r.account, r.key, r.kind, r.at, r.nft_id, r.collection_id, r.amount
    from (select artist as account, 'payout:' || reservation_id as key, 'payout_refused' as kind, now() as at, nft_id,
        collection_id, ${saleAmount(sql`amount_drops`, sql`currency`)} as amount from payouts where state = 'owed' and result is not null) r
    where ${isKnown} and ${isWanted}
      and not exists (select 1 from notifications n where n.account = r.account and n.key = r.key)
    on conflict (account, key) do nothing returning id, account`)
  return parseNewNotifications(result)
}

/** True if the listing of a seller who no longer owned the work was cancelled, and the seller was not notified yet. */
const untoldSeller = sql`c.seller is not null and c.told_at is null and o.id = c.offer_id and o.state = 'cancelled'`
export const hasUntoldSellers = sql`exists (select 1 from offer_cancellations c, offers o where ${untoldSeller})`

/** Notifies sellers, once per work, that their listings were cancelled because they no longer own the work. */
export async function tellEndedListings(tx: Executor): Promise<NewNotification[]> {
  const result = await tx.execute(sql`
    with r as (
      update offer_cancellations c set told_at = now() from offers o where ${untoldSeller}
      returning o.owner as account, 'listing:' || o.id as key, 'listing_ended' as kind, o.nft_id, o.amount
    )
    insert into notifications (account, key, kind, at, nft_id, amount)
    select distinct on (r.account, r.nft_id) r.account, r.key, r.kind, now(), r.nft_id, r.amount from r
    where ${isKnown} and ${isWanted}
    order by r.account, r.nft_id, r.key
    on conflict (account, key) do nothing returning id, account`)
  return parseNewNotifications(result)
}

/** True if a sale into a standing bid waits, and its bidder was not notified yet. */
const untoldBidder = sql`s.state = 'waiting' and s.told_at is null`
/** True if a sale into a standing bid ended without its seller's doing, and the seller was not notified yet. */
const untoldBidSeller = sql`(s.state = 'missed' or (s.state = 'withdrawn' and s.ended_by = 'bidder')
    or (s.state = 'void' and s.ended_at > now() - interval '1 day'
      and exists (select 1 from nfts n where n.id = s.nft_ids[1] and n.owner = s.seller)))
  and s.end_told_at is null and s.batch ? 'BatchSigners'`
export const hasUntoldBidSales = sql`exists (select 1 from bid_sales s where (${untoldBidder}) or (${untoldBidSeller}))`

/** Notifies bidders of sales into their standing bids, and sellers of sales that did not happen, once each. */
export async function tellBidSales(tx: Executor): Promise<NewNotification[]> {
  const result = await tx.execute(sql`
    with begun as (
      update bid_sales s set told_at = now() where ${untoldBidder}
      returning s.bidder as account, 'bidsale:' || s.id as key, 'bid_sale' as kind, s.nft_ids[1] as nft_id, s.seller as other, s.price_drops
    ), ended as (
      update bid_sales s set end_told_at = now() where ${untoldBidSeller}
      returning s.seller as account, 'bidsale:' || s.id as key, 'bid_sale_ended' as kind, s.nft_ids[1] as nft_id, s.bidder as other, s.price_drops
    ), r as (select * from begun union all select * from ended)
    insert into notifications (account, key, kind, at, nft_id, other, amount)
    select r.account, r.key, r.kind, now(), r.nft_id, r.other, to_jsonb(r.price_drops::text) from r
    where ${isKnown} and ${isWanted} order by r.account, r.key
    on conflict (account, key) do nothing returning id, account`)
  return parseNewNotifications(result)
}

/** Ledgers close about every four seconds. Offers that are not older than a day are ended soon on purpose. */
const ledgersOfDay = 21_600
/**
 * True if an offer that somebody can accept ends within a day, and its maker was not reminded since that day began. A
 * maker is reminded at most every six hours, so that offers which end one after another share a notification.
 */
const endsSoon = sql`r.state = 'open' and r.problem is null
  and r.expiration between extract(epoch from ${indexTime}) - ${rippleEpochSeconds} and extract(epoch from ${indexTime}) - ${rippleEpochSeconds} + 86400
  and r.created_ledger < (select max(ledger_index) from ledger_cursor) - ${ledgersOfDay}
  and not exists (select 1 from auctions a where a.nft_id = r.nft_id and a.state = 'running')
  and not exists (select 1 from notifications n where n.account = r.account and n.kind = 'offers_ending'
    and (n.at > now() - interval '6 hours' or n.at >= to_timestamp(r.expiration + ${rippleEpochSeconds} - 86400)))
  and ${isKnown} and ${isWanted}`
const ownOffers = sql`(select o.*, o.owner as account, 'offers_ending' as kind from offers o where o.expiration is not null) r`
export const hasEndingOffers = sql`exists (select 1 from ${ownOffers} where ${endsSoon})`

/** Reminds accounts of their offers that end within a day: names the first and counts the others. */
export async function tellEndingOffers(tx: Executor): Promise<NewNotification[]> {
  const result = await tx.execute(sql`
    insert into notifications (account, key, kind, at, nft_id, amount, more)
    select distinct on (r.account) r.account, 'ending:' || r.id, r.kind, now(), r.nft_id, r.amount,
      count(*) over (partition by r.account) - 1
    from ${ownOffers} where ${endsSoon} order by r.account, r.expiration, r.id
    on conflict (account, key) do nothing returning id, account`)
  return parseNewNotifications(result)
}

/**
 * Deletes all but the newest notifications of accounts that received new ones. Notifications from strangers never
 * displace others.
 */
export async function trimNotifications(tx: Executor, accounts: string[]): Promise<void> {
  if (accounts.length === 0) return
  await tx.execute(sql`
    delete from notifications n using unnest(${sql.param(accounts)}::text[]) a(account),
      (values (true, ${maxOfStrangers}::int), (false, ${maxNotifications - maxOfStrangers}::int)) part(of_strangers, most),
      lateral (select id from notifications where account = a.account
        and (kind = any(${kindsOfStrangers})) = part.of_strangers order by id desc offset part.most limit 1) last
    where n.account = a.account and (n.kind = any(${kindsOfStrangers})) = part.of_strangers and n.id <= last.id`)
}

/** Deletes notifications that are too old. Returns true if more may remain. */
export async function dropOldNotifications(db: Executor, limit: number): Promise<boolean> {
  const result = await db.execute(sql`
    with old as (
      select id from notifications where created_at < now() - make_interval(days => ${notificationDays})
      order by created_at limit ${limit}
    )
    delete from notifications where id in (select id from old) returning id`)
  return parseRows(v.unknown(), result).length === limit
}

/** Returns a page of an account's notifications, newest first, with the names of their works and collections. */
export function queryNotifications(db: Reader, account: string, before: number | null, limit: number) {
  return db
    .select({
      id: notifications.id,
      kind: notifications.kind,
      at: notifications.at,
      readAt: notifications.readAt,
      nftId: notifications.nftId,
      collectionId: notifications.collectionId,
      other: notifications.other,
      amount: notifications.amount,
      previousAmount: notifications.previousAmount,
      endsAt: notifications.endsAt,
      more: notifications.more,
      name: nfts.name,
      sequence: nfts.sequence,
      metadata: nfts.metadata,
      collectionName: collections.name,
    })
    .from(notifications)
    .leftJoin(nfts, eq(nfts.id, notifications.nftId))
    .leftJoin(collections, eq(collections.id, notifications.collectionId))
    .where(
      and(eq(notifications.account, account), before === null ? undefined : lt(notifications.id, before)),
    )
    .orderBy(desc(notifications.id))
    .limit(limit)
}
export type NotificationRow = Awaited<ReturnType<typeof queryNotifications>>[number]

/** Selects the accounts on a page of notifications. */
export const accountsOfNotifications = (account: string, before: number | null, limit: number): SQL => sql`
  select other from (select other from notifications where account = ${account}
    and (${before}::bigint is null or id < ${before}::bigint) order by id desc limit ${limit}) page`

/**
 * Reads the number of an account's unread notifications, the newest notification, and the log position up to which
 * notifications exist.
 */
export function queryUnread(db: Reader, account: string) {
  return db
    .select({
      unread:
        sql<number>`(select count(*) from (select 1 from notifications where account = ${account} and read_at is null limit ${maxUnread}) few)`.mapWith(
          Number,
        ),
      newest:
        sql<number>`coalesce((select id from notifications where account = ${account} order by id desc limit 1), 0)`.mapWith(
          Number,
        ),
      position:
        sql<number>`coalesce((select position from event_readers where name = ${readerName}), 0)`.mapWith(
          Number,
        ),
    })
    .from(sql`(select 1) one`)
}

export async function markRead(db: Executor, account: string, id: number, isForAll: boolean): Promise<void> {
  const condition = isForAll ? sql`id <= ${id}` : sql`id = ${id}`
  await db.execute(
    sql`update notifications set read_at = now() where account = ${account} and ${condition} and read_at is null`,
  )
}

export interface NotificationChoices {
  off: NotificationKind[]
  silent: NotificationKind[]
}

export function queryNotificationSettings(db: Reader, account: string) {
  return db
    .select({ off: notificationSettings.off, silent: notificationSettings.silent })
    .from(notificationSettings)
    .where(eq(notificationSettings.account, account))
}

export async function saveNotificationSettings(
  db: Executor,
  account: string,
  choices: NotificationChoices,
): Promise<void> {
  await db
    .insert(notificationSettings)
    .values({ account, ...choices })
    .onConflictDoUpdate({ target: notificationSettings.account, set: choices })
}
