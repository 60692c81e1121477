// `npm run bootstrap -- --ledger URL --database URL [--issuers FILE]` fills an empty index with the current state of
// the ledger. After Ctrl-C or an error, the same command continues. See docs/bootstrap.md.
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { isValidClassicAddress } from 'ripple-address-codec'
import { marketplaceAccount } from '#local/stack/people.ts'
import { minimumOfferDrops } from '#contract/rules/fees.ts'
import { createJsonRpcLedger } from '#worker/ports/ledger/json-rpc.ts'
import { Bootstrap, BootstrapRefused } from './bootstrap.ts'
import { LedgerState, ServerAway } from './ledger-state.ts'
import { progressLine } from './progress-line.ts'

const { values } = parseArgs({
  options: {
    /** JSON-RPC address of one server. */
    ledger: { type: 'string', default: process.env['LEDGER_URLS']?.split(',')[0] ?? 'http://127.0.0.1:8789' },
    /** Must be a direct connection, not one through a pooler. */
    database: {
      type: 'string',
      default: process.env['DATABASE_URL'] ?? 'postgresql://postgres@127.0.0.1:8790/opx',
    },
    /** A file with one issuer address per line. Only tokens of these issuers are read. */
    issuers: { type: 'string' },
    marketplace: {
      type: 'string',
      default: process.env['MARKETPLACE_ACCOUNT'] ?? marketplaceAccount.address,
    },
  },
})

async function readIssuers(file: string): Promise<string[]> {
  const lines = (await readFile(file, 'utf8')).split(/\s+/).filter((line) => line !== '')
  const wrong = lines.find((line) => !isValidClassicAddress(line))
  if (wrong !== undefined) throw new BootstrapRefused(`${file}: ${wrong} is not an account address.`)
  return [...new Set(lines)].toSorted()
}

const stopController = new AbortController()
process.on('SIGINT', () => {
  if (stopController.signal.aborted) process.exit(130)
  console.log('\nStops after this page. Ctrl-C again ends at once; the same command goes on later.')
  stopController.abort()
})

const line = progressLine(process.stdout)
try {
  const report = await new Bootstrap({
    databaseUrl: values.database,
    state: new LedgerState({
      url: values.ledger,
      onPause: (seconds, reason) => line.note(`Waits ${seconds.toFixed(0)} s: ${reason}.`),
    }),
    reserves: () => createJsonRpcLedger({ urls: [values.ledger], timeoutMs: 10_000, fetch }).reserves(),
    rules: { marketplace: values.marketplace, minimumDrops: minimumOfferDrops },
    issuers: values.issuers === undefined ? null : await readIssuers(values.issuers),
    onProgress: line.show,
    onNote: line.note,
    signal: stopController.signal,
  }).run()
  if (report !== null)
    line.note(
      `${report.tokens} tokens and ${report.offers} offers as of ledger ${report.ledger.index}. The follower goes on from there.`,
    )
} catch (error) {
  const isPlain = error instanceof BootstrapRefused || error instanceof ServerAway
  line.note(isPlain ? error.message : `${String(error)}\nNothing is lost: the same command goes on.`)
  process.exitCode = 1
}
