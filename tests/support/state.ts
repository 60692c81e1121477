import { getTableName, is, Table } from 'drizzle-orm'
import type { Client, Pool } from 'pg'
import { nftokenFlags } from '#contract/rules/ledger.ts'
import * as schema from '#db/schema/index.ts'

export type Row = Record<string, unknown>
type Query = (sql: string, values?: unknown[]) => Promise<Row[]>

/** The Postgres name of a key in the schema: `nft_id` for `nftId`. */
type SnakeCase<Key extends string> = Key extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : ''

type Tables = {
  [Key in keyof typeof schema as (typeof schema)[Key] extends Table
    ? (typeof schema)[Key]['_']['name']
    : never]: (typeof schema)[Key]
}
export type TableName = keyof Tables
type ColumnName<Key extends string, Definition> = Definition extends {
  _: { name: infer Name extends string }
}
  ? string extends Name
    ? SnakeCase<Key>
    : Name
  : never
type ColumnsOf<Name extends TableName> = Tables[Name]['_']['columns']
type Column<Name extends TableName> = {
  [Key in keyof ColumnsOf<Name> & string]: ColumnName<Key, ColumnsOf<Name>[Key]>
}[keyof ColumnsOf<Name> & string]

/** As a condition, matches any value but null. */
export const notNull = Symbol('not null')

/** Matches a column in another way than by equality. `place` is the parameter with the value. */
class Matcher {
  readonly value: unknown
  readonly text: (column: string, place: string) => string
  constructor(value: unknown, text: Matcher['text']) {
    this.value = value
    this.text = text
  }
}

/** As a condition, matches all values but these and null. */
export const not = (...values: unknown[]) =>
  new Matcher(values, (column, place) => `${column} <> all(${place})`)

/** As a condition, matches values up to this one. */
export const atMost = (value: unknown) => new Matcher(value, (column, place) => `${column} <= ${place}`)

/** As a condition, matches texts that begin with this one. */
export const startsWith = (text: string) =>
  new Matcher(text, (column, place) => `starts_with(${column}, ${place})`)

/** As a condition, matches lists with exactly these values in this order. */
export const exactList = (values: unknown[]) => new Matcher(values, (column, place) => `${column} = ${place}`)

/** Values by column. In a condition, an array matches any of its values. */
export type Columns<Name extends TableName> = { [column in Column<Name>]?: unknown }

/** Reads and changes rows of a world's database by table and column name. For the ledger, use `Market`. */
export interface State {
  /** Returns the rows with these values in this order, by default oldest first if the table has `created_at`. */
  rowsOf: <Name extends TableName>(
    table: Name,
    where?: Columns<Name>,
    order?: Column<Name>[],
  ) => Promise<Row[]>
  countRows: <Name extends TableName>(table: Name, where?: Columns<Name>) => Promise<number>
  hasRow: <Name extends TableName>(table: Name, where?: Columns<Name>) => Promise<boolean>
  /** Returns the transaction that wrote each row. Any write changes it, also one of the same values. */
  writersOf: (table: TableName) => Promise<Row[]>
  addRow: <Name extends TableName>(table: Name, columns: Columns<Name>) => Promise<void>
  /** Adds rows with the same columns. A JSON column takes the value itself here, not its text. */
  addRows: <Name extends TableName>(table: Name, rows: Columns<Name>[]) => Promise<void>
  /** Adds a copy of each row with these values for each of the changes. */
  copyRows: <Name extends TableName>(
    table: Name,
    where: Columns<Name>,
    changes: Columns<Name>[],
  ) => Promise<void>
  changeRows: <Name extends TableName>(
    table: Name,
    where: Columns<Name>,
    columns: Columns<Name>,
  ) => Promise<void>
  removeRows: <Name extends TableName>(table: Name, where?: Columns<Name>) => Promise<void>
  /** Moves times in rows into the past by this many minutes. */
  makeOlder: <Name extends TableName>(
    table: Name,
    minutes: number,
    columns: Column<Name>[],
    where?: Columns<Name>,
  ) => Promise<void>
  /** Returns a token from the index. */
  tokenOf: (nftokenID: string) => Promise<Row | undefined>
  requestOf: (uuid: string) => Promise<Row | undefined>
  /** Returns the newest sign request with these values. */
  latestRequest: (where?: Columns<'sign_requests'>) => Promise<Row | undefined>
  /** Returns open requests that the account's wallet has received. */
  waitingRequests: (account: string, where?: Columns<'sign_requests'>) => Promise<Row[]>
  /** Returns an on-demand item. */
  itemOf: (id: string) => Promise<Row | undefined>
  collectionOf: (id: string) => Promise<Row | undefined>
  /** Returns offers for a token from the index, in every state. */
  offersOf: (nftokenID: string, where?: Columns<'offers'>) => Promise<Row[]>
  salesOf: (nftokenID: string, where?: Columns<'sales'>) => Promise<Row[]>
  reservationsOf: (collectionId: string, where?: Columns<'reservations'>) => Promise<Row[]>
  /** Returns reservations that are neither sold nor released. */
  openReservations: (where?: Columns<'reservations'>) => Promise<Row[]>
  /** Returns the marketplace's own transactions for sales of a token. */
  brokeringOf: (nftokenID: string) => Promise<Row[]>
  /** Returns the sequence of the last indexed ledger. */
  followedLedger: () => Promise<number>
  /** Returns the close time of the last indexed ledger. */
  closeTime: () => Promise<Date>
  /** Returns the files of a token's metadata that the marketplace reads. */
  filesOf: (nftokenID: string) => Promise<Row[]>
  /** Returns number, token and owner of on-demand items that are sold, and who bought them. */
  soldItems: (where: Columns<'reservations'>) => Promise<Row[]>
  /** Returns the bytes that count against the account's quota. */
  storedBytes: (account: string) => Promise<number>
  /** Returns the audit log entries about these subjects, oldest first. */
  auditOf: (...subjects: string[]) => Promise<Row[]>
  payoutsOf: (collectionId: string) => Promise<Row[]>
  /** Returns payouts for reservations, oldest purchase first, each with its payees in their order. */
  sharesOf: (where: Columns<'reservations'>) => Promise<Row[]>
  notificationsOf: (account: string, where?: Columns<'notifications'>) => Promise<Row[]>
  addCollection: (columns: Columns<'collections'>) => Promise<void>
  /** Ends auctions at the close time of the newest indexed ledger, so that earlier bids are in time. */
  endAuctions: (...offers: string[]) => Promise<void>
  /** Adds an item to a collection, by default without price and content. */
  addItem: (columns: Columns<'demand_items'>) => Promise<void>
  /** Adds a reservation for an hour, of an unspecified item. */
  addReservation: (columns: Columns<'reservations'>) => Promise<void>
  /** Adds a swap proposal that is open for a day. */
  addSwap: (columns: Columns<'swaps'>) => Promise<void>
  addTrait: (columns: Columns<'nft_traits'>) => Promise<void>
  /** Adds an open bid for a day on an unspecified collection. */
  addStandingBid: (columns: Columns<'standing_bids'>) => Promise<void>
  /** Adds a sale into a standing bid that waits for its bidder. */
  addBidSale: (columns: Columns<'bid_sales'>) => Promise<void>
  /** Adds a file that the pinning service has refused. */
  addFailedPin: (cid: string) => Promise<void>
  /** Changes one value in a token's metadata, at the path `keys`. */
  changeMetadata: (nftokenID: string, keys: string[], value: unknown) => Promise<void>
  setRules: (collectionId: string, columns: Columns<'collection_rules'>) => Promise<void>
  /** Adds an account to the whitelist. It may buy `most` works; 0 means unlimited. */
  addToWhitelist: (collectionId: string, account: string, most: number) => Promise<void>
  addToBlacklist: (collectionId: string, account: string) => Promise<void>
  addAuction: (columns: Columns<'auctions'>) => Promise<void>
  changeToken: (nftokenID: string, columns: Columns<'nfts'>) => Promise<void>
  changeRequest: (uuid: string, columns: Columns<'sign_requests'>) => Promise<void>
  changeItem: (id: string, columns: Columns<'demand_items'>) => Promise<void>
  changeCollection: (id: string, columns: Columns<'collections'>) => Promise<void>
}

export const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000)
export const minutesAgo = (minutes: number) => secondsAgo(minutes * 60)
export const hoursAgo = (hours: number) => minutesAgo(hours * 60)
export const daysAgo = (days: number) => hoursAgo(days * 24)
export const minutesFromNow = (minutes: number) => minutesAgo(-minutes)
export const hoursFromNow = (hours: number) => hoursAgo(-hours)

export const openReservationStates = ['reserved', 'offered', 'cancelling']

const tables = Object.values(schema).filter((table) => is(table, Table))
export const tableNames = tables.map((table): TableName => getTableName(table))
const tablesByAge = new Set<string>(tables.filter((table) => 'createdAt' in table).map(getTableName))

/** Reads and changes rows through this connection. */
export const stateOf = (client: Client | Pool): State =>
  createState(async (sql, values = []) => (await client.query<Row>(sql, values)).rows)

export function createState(query: Query): State {
  /**
   * Returns a condition such as `column = $1 and other = any($2)` with its values. Parameter numbers start after
   * `first`.
   */
  function condition(where: Row, first = 0): { text: string; values: unknown[] } {
    const values: unknown[] = []
    const parts = Object.entries(where).map(([column, value]) => {
      if (value === null || value === notNull) return `${column} is ${value === null ? '' : 'not '}null`
      const place = first + values.push(value instanceof Matcher ? value.value : value)
      if (value instanceof Matcher) return value.text(column, `$${place}`)
      return Array.isArray(value) ? `${column} = any($${place})` : `${column} = $${place}`
    })
    return { text: parts.length === 0 ? '' : ` where ${parts.join(' and ')}`, values }
  }

  const rowsOf = async (
    table: string,
    where: Row = {},
    order: string[] = tablesByAge.has(table) ? ['created_at'] : [],
  ) => {
    const { text, values } = condition(where)
    return query(
      `select * from ${table}${text}${order.length > 0 ? ` order by ${order.join(', ')}` : ''}`,
      values,
    )
  }

  const addRow = async (table: string, columns: Row) => {
    const names = Object.keys(columns)
    const places = names.map((_, at) => `$${at + 1}`)
    await query(
      `insert into ${table} (${names.join(', ')}) values (${places.join(', ')})`,
      Object.values(columns),
    )
  }

  const addRows = async (table: string, rows: Row[]) => {
    const names = Object.keys(rows[0] ?? {}).join(', ')
    await query(
      `insert into ${table} (${names}) select ${names} from jsonb_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(rows)],
    )
  }

  const changeRows = async (table: string, where: Row, columns: Row) => {
    const settings = Object.keys(columns).map((name, at) => `${name} = $${at + 1}`)
    const { text, values } = condition(where, settings.length)
    await query(`update ${table} set ${settings.join(', ')}${text}`, [...Object.values(columns), ...values])
  }

  return {
    rowsOf,
    countRows: async (table, where) => (await rowsOf(table, where)).length,
    hasRow: async (table, where) => (await rowsOf(table, where)).length > 0,
    writersOf: (table) => query(`select ctid::text, xmin::text from ${table} order by ctid`),
    addRow,
    addRows,
    copyRows: async (table, where, changes) => {
      const { text, values } = condition(where, 1)
      await query(
        `insert into ${table} select (jsonb_populate_record(original, change)).*
         from ${table} original, jsonb_array_elements($1) change${text}`,
        [JSON.stringify(changes), ...values],
      )
    },
    changeRows,
    removeRows: async (table, where = {}) => {
      const { text, values } = condition(where)
      await query(`delete from ${table}${text}`, values)
    },
    makeOlder: async (table, minutes, columns, where = {}) => {
      const settings = columns.map((name) => `${name} = ${name} - $1 * interval '1 minute'`)
      const { text, values } = condition(where, 1)
      await query(`update ${table} set ${settings.join(', ')}${text}`, [minutes, ...values])
    },
    tokenOf: async (id) => (await rowsOf('nfts', { id }))[0],
    requestOf: async (uuid) => (await rowsOf('sign_requests', { uuid }))[0],
    latestRequest: async (where) => (await rowsOf('sign_requests', where)).at(-1),
    waitingRequests: (account, where) =>
      rowsOf('sign_requests', { account, state: 'created', uuid: notNull, ...where }),
    itemOf: async (id) => (await rowsOf('demand_items', { id }))[0],
    collectionOf: async (id) => (await rowsOf('collections', { id }))[0],
    offersOf: (nftokenID, where) => rowsOf('offers', { nft_id: nftokenID, ...where }),
    salesOf: (nftokenID, where) => rowsOf('sales', { nft_id: nftokenID, ...where }),
    reservationsOf: (collectionId, where) =>
      rowsOf('reservations', { collection_id: collectionId, ...where }),
    openReservations: (where) => rowsOf('reservations', { state: openReservationStates, ...where }),
    brokeringOf: (nftokenID) =>
      query(
        "select s.* from ledger_submissions s join sales on 'broker:' || sales.id = s.purpose where nft_id = $1",
        [nftokenID],
      ),
    followedLedger: async () => Number((await rowsOf('ledger_cursor'))[0]?.['ledger_index']),
    closeTime: async () => new Date(Number((await rowsOf('ledger_cursor'))[0]?.['closed_at'])),
    filesOf: (nftokenID) =>
      query(
        'select f.* from work_files f join work_file_uses u on u.src = f.src where u.nft_id = $1 order by f.src',
        [nftokenID],
      ),
    soldItems: (where) => {
      const { text, values } = condition({ ...where, state: 'sold' })
      return query(
        `select i.number, i.token_id, r.buyer, n.owner from (select * from reservations${text}) r
         join demand_items i on i.id = r.item_id and i.state = 'sold' join nfts n on n.id = i.token_id order by i.number`,
        values,
      )
    },
    storedBytes: async (account) => Number((await rowsOf('storage_accounts', { account }))[0]?.['bytes']),
    auditOf: (...subjects) => rowsOf('audit_log', { subject: subjects }, ['place']),
    payoutsOf: (collectionId) => rowsOf('payouts', { collection_id: collectionId }),
    sharesOf: (where) => {
      const { text, values } = condition(where)
      return query(
        `select p.* from payouts p join (select * from reservations${text}) r on r.id = p.reservation_id
         order by r.created_at, p.place`,
        values,
      )
    },
    notificationsOf: (account, where) => rowsOf('notifications', { account, ...where }),
    addCollection: (columns) => addRow('collections', columns),
    endAuctions: async (...offers) => {
      await query(
        'update auctions set ends_at = (select closed_at from ledger_cursor) where offer_id = any($1)',
        [offers],
      )
    },
    addItem: (columns) =>
      addRow('demand_items', {
        id: crypto.randomUUID(),
        transfer_fee: 0,
        flags: nftokenFlags.transferable,
        name: 'Item',
        metadata: '{}',
        document: '',
        metadata_cid: 'no metadata',
        files: '[]',
        hidden: false,
        state: 'for_sale',
        ...columns,
      }),
    addReservation: (columns) =>
      addRow('reservations', {
        id: crypto.randomUUID(),
        buyer: 'rBuyer',
        random: false,
        state: 'reserved',
        until: hoursFromNow(1),
        sign_request_id: crypto.randomUUID(),
        ...columns,
      }),
    addSwap: (columns) =>
      addRow('swaps', {
        id: crypto.randomUUID(),
        drops: 0,
        payer: 'proposer',
        state: 'proposed',
        expires_at: hoursFromNow(24),
        ...columns,
      }),
    addTrait: (columns) => addRow('nft_traits', columns),
    addStandingBid: (columns) =>
      addRow('standing_bids', {
        issuer: 'nobody',
        taxon: 0,
        traits: [],
        price_drops: 1_000_000,
        works: 1,
        terms_hash: '0'.repeat(64),
        state: 'open',
        expires_at: hoursFromNow(24),
        ...columns,
      }),
    addBidSale: async (columns) => {
      const ticket = Math.floor(Math.random() * 1e9)
      const bidId = crypto.randomUUID()
      const tickets = { account: columns['bidder'], bid_id: bidId, sale_id: columns['id'] }
      // One for the Batch, and one for its work.
      await addRow('bid_tickets', { ...tickets, ticket })
      await addRow('bid_tickets', { ...tickets, ticket: ticket + 1 })
      await addRow('bid_sales', {
        bid_id: bidId,
        uris: [''],
        price_drops: 1_000_000,
        seller_sequence: 999_999_999,
        state: 'waiting',
        batch: JSON.stringify({ TransactionType: 'Batch', TicketSequence: ticket }),
        digest: crypto.randomUUID(),
        until: hoursFromNow(24),
        ...columns,
      })
    },
    addFailedPin: async (cid) => {
      await query(
        "insert into pins (cid, state, tries) values ($1, 'failed', 1) on conflict (cid) do update set state = 'failed'",
        [cid],
      )
    },
    changeMetadata: async (nftokenID, keys, value) => {
      await query('update nfts set metadata = jsonb_set(metadata, $2, $3) where id = $1', [
        nftokenID,
        keys,
        JSON.stringify(value),
      ])
    },
    setRules: async (collectionId, columns) => {
      await query('insert into collection_rules (collection_id) values ($1) on conflict do nothing', [
        collectionId,
      ])
      await changeRows('collection_rules', { collection_id: collectionId }, columns)
    },
    addToWhitelist: async (collectionId, account, most) => {
      await query(
        `insert into collection_whitelist (collection_id, account, most) values ($1, $2, $3)
         on conflict (collection_id, account) do update set most = $3`,
        [collectionId, account, most],
      )
    },
    addToBlacklist: (collectionId, account) =>
      addRow('collection_blacklist', { collection_id: collectionId, account }),
    addAuction: (columns) => addRow('auctions', columns),
    changeToken: (id, columns) => changeRows('nfts', { id }, columns),
    changeRequest: (uuid, columns) => changeRows('sign_requests', { uuid }, columns),
    changeItem: (id, columns) => changeRows('demand_items', { id }, columns),
    changeCollection: (id, columns) => changeRows('collections', { id }, columns),
  }
}
