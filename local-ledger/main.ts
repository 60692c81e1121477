import { parseArgs } from 'node:util'
import { amendmentsNamed, amendmentsOf, mainnetAmendments } from './entries/amendments.ts'
import { startLedger } from './start.ts'

// node local-ledger/main.ts --port 5005 [--dir folder] [--close-every 4000] [--clio] [--network-id 0]
//      [--amendments-of 3.2.0] [--with fixCleanup3_4_0,LendingProtocol] [--ledger-size 1000]

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '5005' },
    dir: { type: 'string' },
    'close-every': { type: 'string', default: '0' },
    clio: { type: 'boolean', default: false },
    'network-id': { type: 'string', default: '0' },
    'amendments-of': { type: 'string' },
    with: { type: 'string', default: '' },
    'ledger-size': { type: 'string' },
  },
})

const version = values['amendments-of']
const size = values['ledger-size']

try {
  const ledger = await startLedger({
    port: Number(values.port),
    dir: values.dir,
    closeEveryMs: Number(values['close-every']),
    clio: values.clio,
    networkId: Number(values['network-id']),
    amendments: [
      ...new Set([
        ...(version === undefined ? mainnetAmendments : amendmentsOf(version)),
        ...amendmentsNamed(values.with.split(',').filter((name) => name !== '')),
      ]),
    ],
    ledgerSize: size === undefined ? undefined : Number(size),
    log: (line) => console.log(line),
  })
  const stop = () => {
    void ledger.close().then(() => process.exit(0))
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
} catch (error) {
  const isPortInUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  console.error(
    isPortInUse ? `Port ${values.port} is already in use.` : `The ledger did not start: ${String(error)}`,
  )
  process.exit(1)
}
