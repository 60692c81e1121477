import path from 'node:path'
import { parseArgs } from 'node:util'
import { StackError } from '#local/lib/stack-error.ts'
import { type Listener, listenerNames, listeners, type Ports } from '#local/stack/ports.ts'

export interface RunnerOptions {
  help: boolean
  /** Runs Vite with hot reload on the site's port. */
  hot: boolean
  seed: boolean
  dir: string
  cronSeconds: number
  ports: Ports
  ledgerUrl: string | undefined
  signerUrl: string | undefined
  databaseUrl: string | undefined
  s3Url: string | undefined
  ipfsUrl: string | undefined
}

export const usage = `npm start -- [options]        everything on this machine, at http://localhost:8787
npm run dev -- [options]      the same, with hot reload of the client

  --port N                    port of the site (8787); also --signer-port, --ledger-port, --postgres-port,
                              --proxy-port, --s3-port, --ipfs-port, --worker-port, --push-port (8788 and on)
  --ledger URL                JSON-RPC of another ledger server instead of the local ledger
  --signer URL                another signer (Xaman: https://xumm.app) with SIGNER_API_KEY and SIGNER_API_SECRET
  --database URL              another Postgres
  --s3 URL                    another S3 endpoint, with S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY
  --ipfs URL                  another Kubo RPC
  --cron SECONDS              pause between scheduled runs (2)
  --no-seed                   start with an empty marketplace
  --dir FOLDER                where state lives (.local; for another ledger .local/at-<its host>)

Every option can also be given in the environment: OPX_PORT, OPX_LEDGER, ...
`

const names = ['ledger', 'signer', 'database', 's3', 'ipfs', 'cron', 'dir'] as const

function portOption(listener: Listener): string {
  return listeners[listener].flag.slice(2)
}

function environmentName(option: string): string {
  return `OPX_${option.replaceAll('-', '_').toUpperCase()}`
}

function parseUrl(option: string, value: string | undefined): string | undefined {
  if (value === undefined || value === '') return undefined
  if (!URL.canParse(value))
    throw new StackError(`--${option} must be an address like http://host:port, not "${value}".`)
  return value.replace(/\/$/, '')
}

function parseNumber(option: string, value: string | undefined, fallback: number, max: number): number {
  if (value === undefined || value === '') return fallback
  const number = Number(value)
  if (!Number.isFinite(number) || number <= 0 || number > max) {
    throw new StackError(`--${option} must be a number from 1 to ${max}, not "${value}".`)
  }
  return number
}

/** Returns the state folder. The state of another ledger must neither mix with nor replace the local ledger's state. */
function stateFolder(ledgerUrl: string | undefined): string {
  if (ledgerUrl === undefined) return '.local'
  return path.join('.local', `at-${new URL(ledgerUrl).host.replace(/[^a-z0-9.]/gi, '-')}`)
}

/** Parses the options of the runner. @throws StackError that names the invalid option */
export function parseRunnerArgs(args: string[], environment: NodeJS.ProcessEnv, root: string): RunnerOptions {
  const text = { type: 'string' } as const
  let values: Record<string, string | boolean | undefined>
  try {
    ;({ values } = parseArgs({
      args,
      options: {
        help: { type: 'boolean', short: 'h' },
        hot: { type: 'boolean' },
        'no-seed': { type: 'boolean' },
        ...Object.fromEntries([...names, ...listenerNames.map(portOption)].map((name) => [name, text])),
      },
    }))
  } catch (error) {
    const [reason = ''] = error instanceof Error ? error.message.split('. ') : []
    throw new StackError(`${reason}. See npm start -- --help.`)
  }
  function value(option: string): string | undefined {
    const argument = values[option]
    return typeof argument === 'string' ? argument : environment[environmentName(option)]
  }
  const ports = Object.fromEntries(
    listenerNames.map((name) => {
      const option = portOption(name)
      return [name, parseNumber(option, value(option), listeners[name].port, 65_535)]
    }),
  ) as Ports
  const ledgerUrl = parseUrl('ledger', value('ledger'))
  return {
    help: values['help'] === true,
    hot: values['hot'] === true,
    seed: values['no-seed'] !== true && environment['OPX_NO_SEED'] === undefined,
    dir: path.resolve(root, value('dir') ?? stateFolder(ledgerUrl)),
    cronSeconds: parseNumber('cron', value('cron'), 2, 3600),
    ports,
    ledgerUrl,
    signerUrl: parseUrl('signer', value('signer')),
    databaseUrl: parseUrl('database', value('database')),
    s3Url: parseUrl('s3', value('s3')),
    ipfsUrl: parseUrl('ipfs', value('ipfs')),
  }
}
