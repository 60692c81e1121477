import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { closeServer, isOwnOrigin, listen, sendJson } from '#local/lib/http.ts'
import { type Log, silent } from '#local/lib/log.ts'
import { asJson, callRpc } from '#local/lib/rpc.ts'
import { messageOf } from '#local/lib/stack-error.ts'
import { createControls } from './controls.ts'
import { localApp } from './credentials.ts'
import { createPages } from './page/routes.ts'
import { createPlatformApi, platformPath } from './platform-api.ts'
import { createStatusStream } from './status-stream.ts'
import { openSignerStore } from './store.ts'
import { type App, type DemoAccount, type Faults, noFaults } from './types.ts'
import { createWallet } from './wallet.ts'
import { createWebhooks } from './webhooks.ts'
import sharp from 'sharp'
import { encode } from 'uqr'

const scale = 10

/** Returns a QR code as a PNG, black on white with the quiet zone that readers need. */
async function qrPng(content: string): Promise<Buffer> {
  const { data, size } = encode(content, { ecc: 'M', border: 3 })
  const pixels = Buffer.alloc(size * size, 255)
  data.forEach((row, y) => {
    row.forEach((dark, x) => {
      if (dark) pixels[y * size + x] = 0
    })
  })
  return sharp(pixels, { raw: { width: size, height: size, channels: 1 } })
    .resize(size * scale, size * scale, { kernel: 'nearest' })
    .png()
    .toBuffer()
}

/** Returns the QR code as rows of 0 and 1, like Xaman's `qr_matrix`. */
function qrMatrix(content: string): number[][] {
  return encode(content, { ecc: 'M', border: 0 }).data.map((row) => row.map(Number))
}

export interface SignerOptions {
  port: number
  /** JSON-RPC address of the phone's ledger. */
  ledgerUrl: string
  accounts?: DemoAccount[]
  webhookUrl?: string
  /** Folder in which payloads and tokens are stored. */
  dir?: string
  /** Name of the network, as in `force_network` and `dispatched_nodetype`. */
  network?: string
  /** Factor by which the pauses between webhook attempts are multiplied. */
  webhookTimeScale?: number
  log?: Log
}

export interface Signer {
  url: string
  port: number
  app: App
  accounts: DemoAccount[]
  setFaults: (faults: Partial<Faults>) => void
  counters: () => Record<string, number>
  close: () => Promise<void>
}

/**
 * Starts a simulation of Xaman: its platform API as called by xumm-sdk (`sdk.setEndpoint(url)`), and the phone itself
 * at `/`. It holds the keys of demo accounts and must never be reachable from outside.
 */
export async function startSigner(options: SignerOptions): Promise<Signer> {
  const { ledgerUrl, network = 'LOCAL', log = silent } = options
  const accounts = [...(options.accounts ?? [])]
  const app: App = { ...localApp, webhookUrl: options.webhookUrl ?? null }
  const counters = new Map<string, number>()
  let faults: Faults = noFaults
  let networkId: number | null = null
  let origin = ''

  const store = await openSignerStore(options.dir)
  const count = (kind: string) => void counters.set(kind, (counters.get(kind) ?? 0) + 1)
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      log(`${request.method} ${request.url}: ${messageOf(error)}`)
      sendJson(response, 500, { error: { reference: 'local', code: 500, message: messageOf(error) } })
    })
  })
  const stream = createStatusStream(server, (uuid) => store.payloads.get(uuid))
  const webhooks = createWebhooks({
    faults: () => faults,
    timeScale: options.webhookTimeScale ?? 1,
    count,
    log,
  })
  const wallet = createWallet({
    store,
    ledgerUrl,
    network,
    accounts: () => accounts,
    faults: () => faults,
    opened: (payload) => stream.notify(payload.uuid, { opened: true }),
    resolved: (payload, token) => {
      stream.resolved(payload)
      webhooks.send(app, payload, token)
    },
  })
  const platform = createPlatformApi({
    apps: [app],
    store,
    origin: () => origin,
    network,
    networkId: () => networkId,
    faults: () => faults,
    count,
    created: (payload) => log(`asked to sign ${payload.uuid}`),
    cancelled: (payload) => stream.notify(payload.uuid, { expired: true }),
    fetched: (payload) => stream.notify(payload.uuid, { devapp_fetched: true }),
  })
  const controls = createControls({
    store,
    wallet,
    counters,
    faults: () => faults,
    setFaults: (next) => {
      faults = next
    },
  })
  const pages = createPages({ store, wallet, apps: [app], accounts: () => accounts, ledgerUrl })

  async function sendQr(uuid: string, kind: string, response: ServerResponse): Promise<void> {
    if (!store.payloads.has(uuid)) return sendJson(response, 404, { message: 'There is no such payload.' })
    const content = `${origin}/sign/${uuid}`
    const open = { 'access-control-allow-origin': '*', 'cache-control': 'no-store' }
    if (kind === 'json') return sendJson(response, 200, qrMatrix(content), open)
    response.writeHead(200, { 'content-type': 'image/png', ...open }).end(await qrPng(content))
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://signer')
    if (url.pathname.startsWith(platformPath)) {
      return platform(url.pathname.slice(platformPath.length), request, response)
    }
    if (url.pathname.startsWith('/dev/')) {
      if (!isOwnOrigin(request)) return sendJson(response, 403, { error: 'Not for pages of other sites.' })
      return controls(url.pathname.slice('/dev/'.length), request, response)
    }
    const qr = /^\/sign\/([0-9a-f-]{36})_q\.(png|json)$/.exec(url.pathname)
    if (qr !== null) return sendQr(qr[1] ?? '', qr[2] ?? '', response)
    return pages(url, request, response)
  }

  const port = await listen(server, options.port, 'The signer')
  origin = `http://127.0.0.1:${port}`
  try {
    const id = asJson((await callRpc(ledgerUrl, 'server_info'))['info'])['network_id']
    networkId = typeof id === 'number' ? id : null
  } catch (error) {
    log(messageOf(error))
  }

  return {
    url: origin,
    port,
    app,
    accounts,
    setFaults: (next) => {
      faults = { ...noFaults, ...next }
    },
    counters: () => Object.fromEntries(counters),
    close: async () => {
      webhooks.close()
      stream.close()
      await closeServer(server)
      await store.close()
    },
  }
}
