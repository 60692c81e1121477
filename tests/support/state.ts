type Row = Record<string, unknown>
type Query = (sql: string, values?: unknown[]) => Promise<Row[]>

/** What the database of a world has, by its columns. What the ledger has is in `Market`. */
export interface State {
  /** A token of the index. */
  tokenOf: (nftokenID: string) => Promise<Row | undefined>
  requestOf: (uuid: string) => Promise<Row | undefined>
  /** An item on demand. */
  itemOf: (id: string) => Promise<Row | undefined>
  collectionOf: (id: string) => Promise<Row | undefined>
  salesOf: (nftokenID: string) => Promise<Row[]>
  reservationsOf: (collectionId: string) => Promise<Row[]>
  payoutsOf: (collectionId: string) => Promise<Row[]>
  notificationsOf: (account: string) => Promise<Row[]>
  addCollection: (columns: Row) => Promise<void>
  addAuction: (columns: Row) => Promise<void>
  changeToken: (nftokenID: string, columns: Row) => Promise<void>
  changeRequest: (uuid: string, columns: Row) => Promise<void>
  changeItem: (id: string, columns: Row) => Promise<void>
  changeCollection: (id: string, columns: Row) => Promise<void>
}

export function createState(query: Query): State {
  const rows = (table: string, key: string) => (value: string) =>
    query(`select * from ${table} where ${key} = $1`, [value])

  const row = (table: string, key: string) => async (value: string) => (await rows(table, key)(value))[0]

  const add = (table: string) => async (columns: Row) => {
    const names = Object.keys(columns)
    const places = names.map((_, at) => `$${at + 1}`)
    await query(
      `insert into ${table} (${names.join(', ')}) values (${places.join(', ')})`,
      Object.values(columns),
    )
  }

  const change = (table: string, key: string) => async (value: string, columns: Row) => {
    const settings = Object.keys(columns).map((name, at) => `${name} = $${at + 2}`)
    await query(`update ${table} set ${settings.join(', ')} where ${key} = $1`, [
      value,
      ...Object.values(columns),
    ])
  }

  return {
    tokenOf: row('nfts', 'id'),
    requestOf: row('sign_requests', 'uuid'),
    itemOf: row('demand_items', 'id'),
    collectionOf: row('collections', 'id'),
    salesOf: rows('sales', 'nft_id'),
    reservationsOf: rows('reservations', 'collection_id'),
    payoutsOf: rows('payouts', 'collection_id'),
    notificationsOf: rows('notifications', 'account'),
    addCollection: add('collections'),
    addAuction: add('auctions'),
    changeToken: change('nfts', 'id'),
    changeRequest: change('sign_requests', 'uuid'),
    changeItem: change('demand_items', 'id'),
    changeCollection: change('collections', 'id'),
  }
}
