// `npm run figures -- --collection ID` recomputes every figure of a collection from the ledger. The exit code is 1 if a
// figure differs.
import { openPool } from '#local/postgres/databases.ts'
import { parseArgs } from 'node:util'
import { marketplaceAccount } from '#local/stack/people.ts'
import { createJsonRpcLedger } from '#worker/ports/ledger/json-rpc.ts'
import { compareFigures, excludedOffers, figuresFromIndex, figuresFromLedger } from './recompute.ts'

const { values } = parseArgs({
  options: {
    collection: { type: 'string' },
    /** JSON-RPC addresses, comma-separated. */
    ledger: { type: 'string', default: process.env['LEDGER_URLS'] ?? 'http://127.0.0.1:8789' },
    database: {
      type: 'string',
      default: process.env['DATABASE_URL'] ?? 'postgresql://postgres@127.0.0.1:8790/opx',
    },
    marketplace: {
      type: 'string',
      default: process.env['MARKETPLACE_ACCOUNT'] ?? marketplaceAccount.address,
    },
    /** The first ledger that the index applied. */
    from: { type: 'string', default: process.env['LEDGER_START'] ?? '3' },
  },
})
if (values.collection === undefined) throw new Error('Name a collection: npm run figures -- --collection ID')

const db = openPool(values.database, 1)
try {
  const {
    rows: [collection],
  } = await db.query('select issuer, taxon::int from collections where id = $1', [values.collection])
  const {
    rows: [cursor],
  } = await db.query('select ledger_index::int from ledger_cursor')
  if (collection === undefined || cursor === undefined)
    throw new Error(`The index has no collection ${values.collection}.`)
  const { issuer, taxon } = collection
  const ledger = createJsonRpcLedger({ urls: values.ledger.split(','), timeoutMs: 10_000, fetch })
  const range = { from: Math.max(3, Number(values.from)), to: Number(cursor.ledger_index) }
  console.log(
    `ledgers ${range.from} to ${range.to}, collection ${values.collection} (${issuer}, taxon ${taxon})`,
  )
  const subject = {
    issuer,
    taxon,
    marketplace: values.marketplace,
    minimumDrops: 100_000n,
    excludedAccounts: await excludedOffers(db),
  }
  const fromLedger = await figuresFromLedger(ledger, subject, range)
  const differences = compareFigures(await figuresFromIndex(db, issuer, taxon), fromLedger)
  for (const line of differences) console.log(line)
  console.log(`${Object.keys(fromLedger).length} figures, ${differences.length} differences`)
  process.exitCode = differences.length === 0 ? 0 : 1
} finally {
  await db.end()
}
