import type { Pool } from 'pg'
import { nftokenFlags } from '#contract/rules/ledger.ts'
import { type State, stateOf } from '#tests/support/state.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { encodeAccountID } from 'xrpl'
import { openDatabase } from '#db/client.ts'
import type { Database } from '#db/executor.ts'
import { refreshOffers } from '#db/queries/ledger-index/derive.ts'
import { createDatabaseFromTemplate, dropDatabase, openPool } from '#local/postgres/databases.ts'

const name = 'issued_health'
let pool: Pool
let rows: State
let db: Database
const pending: Promise<unknown>[] = []

const account = (n: number) => encodeAccountID(new Uint8Array(20).fill(n))
const [artist, seller, buyer, gate] = [account(1), account(2), account(3), account(4)]
const id = 'A'.repeat(64)

beforeAll(async () => {
  const { templateUrl, databaseProxy } = inject('services')
  const url = await createDatabaseFromTemplate(templateUrl, 'template_opx', name)
  pool = openPool(url, 1)
  rows = stateOf(pool)
  db = openDatabase({ url, proxy: databaseProxy, waitUntil: (work) => pending.push(work) })
})
afterAll(async () => {
  await Promise.allSettled(pending)
  await pool.end()
  await dropDatabase(inject('services').templateUrl, name)
})

interface Line {
  present?: boolean
  balance?: string
  frozen?: boolean
  deep?: boolean
  auth?: boolean
}

interface Case {
  sell?: boolean
  by?: string
  /** In units of 1/100,000. */
  fee?: number
  rate?: number
  globalFreeze?: boolean
  requireAuth?: boolean
  mine?: Line
  artists?: Line
}

async function problemOf({ sell = false, by, fee = 0, rate = 1_000_000_000, ...more }: Case) {
  for (const table of ['nfts', 'offers', 'trust_lines', 'account_settings'] as const)
    await rows.removeRows(table)
  await rows.addRow('nfts', {
    id,
    issuer: artist,
    taxon: 0,
    sequence: 1,
    flags: nftokenFlags.transferable,
    transfer_fee: fee,
    owner: seller,
    state_ledger: 1,
    state_position: 1,
    metadata_state: 'none',
  })
  const owner = by ?? (sell ? seller : buyer)
  await rows.addRow('offers', {
    id: 'o',
    nft_id: id,
    owner,
    is_sell: sell,
    amount: { currency: 'GEM', issuer: gate, value: '100' },
    state: 'open',
    created_ledger: 1,
  })
  await rows.addRow('account_settings', {
    account: gate,
    known: true,
    global_freeze: more.globalFreeze ?? false,
    require_auth: more.requireAuth ?? false,
    transfer_rate: rate,
    state_ledger: 1,
    state_position: 1,
  })
  for (const [who, line] of [
    [owner, more.mine],
    [artist, more.artists],
  ] as const) {
    if (line === undefined) continue
    await pool.query("insert into trust_lines values ($1, $2, 'GEM', true, $3, $4, $5, $6, $7, 1, 1)", [
      who,
      gate,
      line.present ?? true,
      line.balance ?? '0',
      line.frozen ?? false,
      line.deep ?? false,
      line.auth ?? false,
    ])
  }
  await db.transaction((tx) =>
    refreshOffers(tx, {
      nftIds: [id],
      accounts: [],
      closeTime: 1,
      reserves: { baseDrops: 1n, ownerDrops: 1n },
      marketplace: 'rMarket',
    }),
  )
  const [offer] = await rows.rowsOf('offers')
  return offer?.['problem'] ?? null
}

const rich = { balance: '1000' }

// A real server gave these results in the scenarios accept-iou and accept-iou-authorised.
test.each<[string, Case, string | null]>([
  ['a funded bid', { mine: rich }, null],
  ['nothing known of the bidder yet', {}, null],
  ['exactly the price', { mine: { balance: '100' } }, null],
  ['a little less', { mine: { balance: '99.999999999999999' } }, 'buyer_unfunded'],
  ['the price without the transfer fee', { mine: { balance: '100' }, rate: 1_002_000_000 }, 'buyer_unfunded'],
  ['with the transfer fee', { mine: { balance: '100.2' }, rate: 1_002_000_000 }, null],
  ['a bidder without a line', { mine: { present: false } }, 'no_line'],
  ['a frozen bidder', { mine: { ...rich, frozen: true } }, 'frozen'],
  ['a global freeze', { mine: rich, globalFreeze: true }, 'frozen'],
  ['a bidder not authorised', { mine: rich, requireAuth: true }, 'not_authorised'],
  ['an authorised bidder', { mine: { ...rich, auth: true }, requireAuth: true }, null],
  ['the currency issuer bids', { by: gate }, null],
  ['a seller without a line', { sell: true, mine: { present: false } }, null],
  [
    'a seller without a line, where the issuer requires authorisation',
    { sell: true, mine: { present: false }, requireAuth: true },
    'no_line',
  ],
  ['a frozen seller', { sell: true, mine: { frozen: true } }, null],
  ['a deep-frozen seller', { sell: true, mine: { deep: true } }, 'frozen'],
  ['no line for the royalty', { fee: 5000, mine: rich, artists: { present: false } }, 'royalty_no_line'],
  ['no royalty, no line needed', { mine: rich, artists: { present: false } }, null],
  ['the royalty arrives', { fee: 5000, mine: rich, artists: {} }, null],
  ['the creator is deep-frozen', { fee: 5000, sell: true, mine: {}, artists: { deep: true } }, 'frozen'],
])('the index knows whether the ledger accepts the offer: %s', async (_name, lines, expected) => {
  expect(await problemOf(lines)).toBe(expected)
})
