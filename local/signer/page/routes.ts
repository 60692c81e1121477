import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { isOwnOrigin, readBody, sendJson } from '#local/lib/http.ts'
import { asJson, callRpc } from '#local/lib/rpc.ts'
import { WalletRefusal } from '#local/signer/refusal.ts'
import type { SignerStore } from '#local/signer/store.ts'
import { type App, type DemoAccount, isExpired, type Payload } from '#local/signer/types.ts'
import type { Wallet } from '#local/signer/wallet.ts'
import { formatXrpExact } from '#contract/rules/amounts.ts'
import { classicAddressPattern } from '#contract/rules/ledger.ts'
import { explorerPage } from './explorer.ts'
import { type AccountLine, homeView, messageView, requestView, resultView } from './views.ts'

export interface PageContext {
  store: SignerStore
  wallet: Wallet
  apps: App[]
  accounts: () => DemoAccount[]
  ledgerUrl: string
}

const files: Record<string, string> = {
  'page.css': 'text/css; charset=utf-8',
  'page.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
}

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; form-action 'self' http: https:; base-uri 'none'; frame-ancestors 'none'",
  // With no-referrer, browsers would submit the page's own form with `Origin: null`.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

const walletCookie = new RegExp(`(?:^|;\\s*)wallet_account=(${classicAddressPattern.source.slice(1, -1)})`)

function chosenAccount(request: IncomingMessage): string | null {
  return walletCookie.exec(request.headers.cookie ?? '')?.[1] ?? null
}

function sendPage(response: ServerResponse, text: string, status = 200): void {
  response.writeHead(status, pageHeaders).end(text)
}

function redirect(response: ServerResponse, location: string, cookie?: string): void {
  response.writeHead(303, { location, ...(cookie === undefined ? {} : { 'set-cookie': cookie }) }).end()
}

/** Serves the wallet page, the complete user interface of the local signer. */
export function createPages(context: PageContext) {
  const { store, wallet } = context

  async function balanceOf(address: string): Promise<string | null> {
    try {
      const info = await callRpc(context.ledgerUrl, 'account_info', {
        account: address,
        ledger_index: 'validated',
      })
      const drops = BigInt(String(asJson(info['account_data'])['Balance']))
      // Truncates to two decimals, which are enough to recognize an account.
      return formatXrpExact(drops - (drops % 10_000n))
    } catch {
      // The account does not exist or the ledger is unavailable. In both cases there is no balance to show.
      return null
    }
  }

  function accountLines(): Promise<AccountLine[]> {
    return Promise.all(
      context.accounts().map(async (account) => ({ ...account, xrp: await balanceOf(account.address) })),
    )
  }

  function inboxOf(address: string | null): Payload[] {
    return [...store.payloads.values()]
      .filter((payload) => payload.pushedTo === address && payload.resolvedAt === null && !isExpired(payload))
      .reverse()
  }

  /** Returns the account selected in this browser, by default the first collector. */
  function currentAccount(request: IncomingMessage): string | null {
    const accounts = context.accounts()
    const current = chosenAccount(request)
    if (current !== null && accounts.some((account) => account.address === current)) return current
    return (accounts.find((account) => account.role === 'collector') ?? accounts[0])?.address ?? null
  }

  function findPreselected(payload: Payload, request: IncomingMessage): string | null {
    const current = currentAccount(request)
    const allowedAccounts = payload.options.signers ?? (payload.pushedTo === null ? null : [payload.pushedTo])
    if (allowedAccounts === null || (current !== null && allowedAccounts.includes(current))) return current
    return (
      allowedAccounts.find((address) => context.accounts().some((account) => account.address === address)) ??
      null
    )
  }

  async function showRequest(
    payload: Payload,
    request: IncomingMessage,
    response: ServerResponse,
    problem: string | null,
  ): Promise<void> {
    wallet.open(payload)
    const late = payload.openedAt === null && isExpired(payload)
    if (payload.resolvedAt !== null || payload.cancelled || late) {
      return sendPage(response, resultView(payload, await accountLines()))
    }
    const app = context.apps.find((knownApp) => knownApp.key === payload.appKey)
    const lines = await accountLines()
    const page = requestView(
      payload,
      app?.name ?? 'A site',
      lines,
      findPreselected(payload, request),
      problem,
    )
    sendPage(response, page, problem === null ? 200 : 409)
  }

  async function answerRequest(
    payload: Payload,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const form = new URLSearchParams((await readBody(request)).toString('utf8'))
    const account = form.get('account') ?? ''
    try {
      if (form.get('action') === 'reject') wallet.reject(payload)
      else await wallet.sign(payload, account)
    } catch (error) {
      if (!(error instanceof WalletRefusal)) throw error
      return showRequest(payload, request, response, error.message)
    }
    redirect(response, `/sign/${payload.uuid}`)
  }

  async function sendFile(name: string, response: ServerResponse): Promise<void> {
    const type = files[name]
    if (type === undefined) return sendPage(response, messageView('Not found', 'There is no such page.'), 404)
    const content = await readFile(path.join(import.meta.dirname, name))
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' }).end(content)
  }

  return async (url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const isPost = request.method === 'POST'
    if (isPost && !isOwnOrigin(request)) {
      return sendPage(response, messageView('Refused', 'Only this page itself can answer requests.'), 403)
    }
    if (url.pathname === '/') {
      const current = currentAccount(request)
      return sendPage(response, homeView(await accountLines(), current, inboxOf(current)))
    }
    if (url.pathname === '/wallet/account' && isPost) {
      const account = new URLSearchParams((await readBody(request)).toString('utf8')).get('account') ?? ''
      const isKnown = context.accounts().some(({ address }) => address === account)
      return redirect(
        response,
        '/',
        isKnown ? `wallet_account=${account}; Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000` : undefined,
      )
    }
    if (url.pathname === '/wallet/state') {
      const balances = Object.fromEntries((await accountLines()).map(({ address, xrp }) => [address, xrp]))
      return sendJson(response, 200, {
        balances,
        inbox: inboxOf(currentAccount(request)).map(({ uuid }) => uuid),
      })
    }
    if (url.pathname.startsWith('/ledger/')) {
      const { status, page } = await explorerPage(context.ledgerUrl, url.pathname.slice('/ledger/'.length))
      return sendPage(response, page, status)
    }
    if (url.pathname.startsWith('/wallet/')) return sendFile(url.pathname.slice('/wallet/'.length), response)
    const payload = store.payloads.get(/^\/sign\/([0-9a-f-]{36})(\/qr)?$/.exec(url.pathname)?.[1] ?? '')
    if (payload === undefined) {
      return sendPage(
        response,
        messageView('Not found', 'There is no such request: start again on the site.'),
        404,
      )
    }
    return isPost ? answerRequest(payload, request, response) : showRequest(payload, request, response, null)
  }
}
