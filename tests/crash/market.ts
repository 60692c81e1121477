import { openPool } from '#local/postgres/databases.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { build } from 'vite'
import { Wallet } from 'xrpl'
import { startLedger } from 'local-ledger/start.ts'
import { type PartProcess, startPart } from '#local/lib/child-process.ts'
import { openLedgerSession } from '#local/lib/ledger-session.ts'
import { findFreePort } from '#local/lib/ports.ts'
import { callRpc } from '#local/lib/rpc.ts'
import { startNeonProxy } from '#local/neon-proxy/start.ts'
import { localVapid } from '#local/push/credentials.ts'
import { startPush } from '#local/push/start.ts'
import { startSigner } from '#local/signer/start.ts'
import type { DemoAccount } from '#local/signer/types.ts'
import { createClosers } from '#local/stack/closers.ts'
import { genesisAccount } from '#local/stack/people.ts'
import { issueSession } from '#tests/support/issue-session.ts'
import { createMarket } from '#tests/support/market.ts'
import { createState } from '#tests/support/state.ts'
import type { WalletName } from '#contract/rules/wallets.ts'
import { createGate } from './gate.ts'
import { startLine } from './line.ts'

const origin = 'http://market.local'
const secret = 'a secret of the crash tests that is long enough for HS256'

function person(name: string): DemoAccount {
  const { classicAddress, seed = '' } = Wallet.generate()
  return { name, role: 'collector', address: classicAddress, seed }
}

const checkout = path.resolve(import.meta.dirname, '..', '..')

/**
 * Bundles the worker of a checkout into `dir`. One file starts several times faster than a thousand modules, and every
 * kill restarts the worker.
 */
async function bundleWorkerProcess(root: string, dir: string): Promise<string> {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: path.join(root, 'tests', 'crash', 'worker-process.ts'),
      outDir: dir,
      copyPublicDir: false,
      minify: false,
    },
    ssr: { noExternal: true },
  })
  return path.join(dir, 'worker-process.js')
}

/**
 * Statements that count as a commit: those that affect money, signatures and messages to devices, but not leases and
 * cursors.
 */
const counted =
  /sign_requests|presigned_parts|sales|reservations|demand_items|payouts|ledger_submissions|auctions|idempotency_keys|push_outbox|push_devices|standing_bids|bid_sales|bid_tickets|^commit$/i

function statementName(statement: string): string {
  if (statement === 'commit') return 'commit'
  const [, verb = '', table = ''] = /^\s*(\w+)[\s\S]*?"(\w+)"/.exec(statement) ?? []
  return `${verb.toLowerCase()} ${table}`
}

export type CrashMarket = Awaited<ReturnType<typeof openCrashMarket>>

/** Storage for uploads; without it nothing can be stored. */
type CrashStorage = Record<'endpoint' | 'bucket' | 'accessKeyId' | 'secretAccessKey', string>

const noStorage: CrashStorage = {
  endpoint: origin,
  bucket: 'none',
  accessKeyId: 'none',
  secretAccessKey: 'none',
}

/** Opens a marketplace whose worker can be killed at each external effect. The ledger closes on request. */
export async function openCrashMarket(
  databaseUrl: string,
  options: {
    webhooks?: boolean
    s3?: CrashStorage
    /** Folders of checkouts whose workers take turns: each start takes the next one. By default this checkout. */
    checkouts?: string[]
  } = {},
) {
  const closers = createClosers()
  const { s3 = noStorage, checkouts = [checkout] } = options
  try {
    const gate = createGate()
    const port = options.webhooks === true ? await findFreePort() : 0
    const ledgerServer = await startLedger({ port: 0 })
    closers.add(() => ledgerServer.close())
    const people = {
      seller: person('seller'),
      buyer: person('buyer'),
      rival: person('rival'),
      marketplace: person('marketplace'),
    }
    const dir = await mkdtemp(path.join(tmpdir(), 'opx-crash-'))
    closers.add(() => rm(dir, { recursive: true, force: true }))
    const entries: string[] = []
    for (const [place, root] of checkouts.entries())
      entries.push(await bundleWorkerProcess(root, path.join(dir, `bundle-${place}`)))
    let starts = 0
    const signer = await startSigner({
      port: 0,
      ledgerUrl: ledgerServer.url,
      accounts: Object.values(people),
      network: 'LOCAL',
      ...(options.webhooks === true ? { webhookUrl: `http://127.0.0.1:${port}/api/xumm/webhook` } : {}),
    })
    closers.add(() => signer.close())
    const push = await startPush({ port: 0 })
    closers.add(push.close)
    const proxy = await startNeonProxy({
      port: 0,
      databaseUrl,
      commits: {
        before: async (statement) => {
          if (counted.test(statement)) await gate.pass(`before ${statementName(statement)}`)
        },
        after: async (statement) => {
          if (counted.test(statement)) await gate.pass(`after ${statementName(statement)}`)
        },
      },
    })
    closers.add(proxy.close)
    const ledgerLine = await startLine(ledgerServer.url, gate, (_request, body) =>
      body.includes('"method":"submit"') ? 'submission' : null,
    )
    closers.add(ledgerLine.close)
    const signerLine = await startLine(signer.url, gate, ({ method }) => `signer ${method}`)
    closers.add(signerLine.close)
    const database = openPool(databaseUrl, 2)
    closers.add(() => database.end())
    const session = await openLedgerSession(ledgerServer.url)
    for (const { address } of Object.values(people)) {
      await session.send(genesisAccount, {
        TransactionType: 'Payment',
        Destination: address,
        Amount: '1000000000000',
      })
    }
    await session.settle()

    const bindings = {
      SITE_ORIGIN: origin,
      NETWORK: 'local',
      DATABASE_URL: databaseUrl,
      DATABASE_PROXY: proxy.address,
      LEDGER_URLS: ledgerLine.url,
      LEDGER_START: '1',
      SIGNER_URL: signerLine.url,
      SIGNER_API_KEY: signer.app.key,
      SIGNER_API_SECRET: signer.app.secret,
      MARKETPLACE_SEED: people.marketplace.seed,
      SESSION_SECRET: secret,
      DRAW_SECRET: 'the draws of the crash tests and nothing else',
      DRAW_CHAIN_LENGTH: '4096',
      S3_ENDPOINT: s3.endpoint,
      S3_BUCKET: s3.bucket,
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
      CRON_BUDGET_MS: '0',
      RATE_LIMITS: 'off',
      WALLET_CALLS_MINUTE: '60000',
      LEDGER_CALLS_MINUTE: '60000',
      IPFS_CALLS_MINUTE: '60000',
      VAPID_PUBLIC_KEY: localVapid.publicKey,
      VAPID_PRIVATE_KEY: localVapid.privateKey,
      VAPID_SUBJECT: localVapid.subject,
      WALLET_BATCH: 'off',
    }
    let worker: PartProcess | null = null
    async function kill(): Promise<void> {
      const stopping = worker
      worker = null
      await stopping?.kill()
    }
    closers.add(kill)

    /**
     * Switches one-signature sales on or off. Kills the worker on a change, so that it restarts with the new setting.
     */
    async function useBatch(on: boolean): Promise<void> {
      const setting = on ? 'on' : 'off'
      if (bindings.WALLET_BATCH === setting) return
      bindings.WALLET_BATCH = setting
      await kill()
    }

    let byTicket = false
    /** Sets whether wallets send a Batch with the ticket that has the number of its Sequence. */
    const useTickets = (on: boolean) => {
      byTicket = on
    }

    /**
     * Simulates elapsed time: ends leases, claims of works to mint, polling intervals, pauses of the sweep and waiting
     * times of devices.
     */
    async function letTimePass(): Promise<void> {
      await database.query(
        'update push_devices set claim = null, claimed_until = null where claim is not null',
      )
      await database.query('update push_outbox set due_at = now() where sent_at is null')
      await database.query(
        "update push_outbox set sent_at = sent_at - interval '1 minute' where sent_at is not null",
      )
      await database.query('delete from leases')
      await database.query("update mints set claimed_at = claimed_at - interval '1 minute'")
      await database.query('update sign_requests set asked_at = null where asked_at is not null')
      await database.query(
        "update idempotency_keys set taken_at = now() - interval '1 hour' where status is null",
      )
      await database.query(
        "update ledger_submissions set submitted_at = submitted_at - interval '1 minute' where state = 'submitted'",
      )
      await database.query(
        "update swaps set checked_at = checked_at - interval '1 minute' where state = 'agreed'",
      )
    }

    /**
     * Sends a request to the worker, which is started if it is not running. Returns null if it crashed during the request.
     */
    async function ask(url: string, init?: RequestInit): Promise<Response | null> {
      if (worker === null) {
        await letTimePass()
        const entry = entries[starts % entries.length] ?? ''
        starts += 1
        worker = await startPart('The worker', entry, { bindings, port })
      }
      try {
        const reply = await fetch(`http://127.0.0.1:${worker.detail}${url}`, init)
        const text = await reply.text()
        await gate.pass(`after reply ${url.split('/').slice(0, 4).join('/')}`)
        return new Response(text, { status: reply.status })
      } catch {
        // The worker crashed at a point of the gate, so the caller retries. If it is still running, the error is in its
        // log.
        await wait(5)
        return null
      }
    }

    const query = async (sql: string, values: unknown[] = []) =>
      (await database.query<Record<string, unknown>>(sql, values)).rows
    return {
      useBatch,
      useTickets,
      byTicket: () => byTicket,
      ...createState(query),
      ...createMarket(session, ledgerServer.url, origin),
      gate,
      bindings,
      people,
      session,
      signer,
      push,
      ledgerUrl: ledgerServer.url,
      ask,
      kill,
      letTimePass,
      sessionTokenOf: (account: DemoAccount, wallet?: WalletName) =>
        issueSession({ secret, origin, query }, account.address, new Date(), wallet),
      query,
      accept: () => callRpc(ledgerServer.url, 'ledger_accept'),
      close: () => closers.closeAll(),
    }
  } catch (error) {
    await closers.closeAll()
    throw error
  }
}
