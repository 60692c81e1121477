import { SignClient } from '@walletconnect/sign-client'
import type { HandInBody, PageRequest } from '#contract/schemas/sign-requests.ts'
import { call } from '#web/api/call.ts'
import { t } from '#web/messages.ts'
import { currentSession } from '#web/wallet/session/session.ts'
import { isMessage } from './page-messages.ts'
import { type Asking, type PageSigner, WalletProblem } from './port.ts'

// Connects wallets through WalletConnect, namespace `xrpl`. Source: docs.reown.com, "XRPL" in the RPC reference.

/** Networks by their numbers in the namespace (CAIP-2). The local ledger has the number of the main network. */
const chains = { mainnet: 'xrpl:0', testnet: 'xrpl:1', devnet: 'xrpl:2', local: 'xrpl:0' } as const
const method = 'xrpl_signTransaction'
/** The user has declined a session or a request. Source: specs.walletconnect.com, "Error Codes". */
const declineCodes = new Set([4001, 5000, 5001, 5002])
/** Reason that belongs to code 6000, the end of a session. */
const disconnectReason = 'USER_DISCONNECTED'

type Client = InstanceType<typeof SignClient>

let client: Promise<Client> | null = null

async function open(): Promise<Client> {
  const { walletConnect } = await call('getSettings', {})
  if (walletConnect === null) throw new WalletProblem('missing')
  const { projectId, relayUrl } = walletConnect
  const signClient = await SignClient.init({
    projectId,
    relayUrl,
    telemetryEnabled: false,
    logger: 'silent',
    metadata: {
      name: 'OPX',
      description: document.title,
      url: window.location.origin,
      icons: [`${window.location.origin}/icon-192.png`],
    },
  })
  // Disables domain verification, which needs a frame and calls of another site that our policy does not allow.
  signClient.core.verify.register = () => Promise.resolve(undefined)
  signClient.core.verify.resolve = () => Promise.resolve({ origin: '' })
  return signClient
}

/** Returns the page's only client. After a failure, the next call creates a new one. */
function openConnection(): Promise<Client> {
  client ??= open().catch((error: unknown) => {
    client = null
    throw error
  })
  return client
}

/** Rejects when the user retries or cancels; otherwise settles with `work`. */
function until<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    work.then(resolve, reject)
  })
}

function problemOf(error: unknown): unknown {
  if (!isMessage(error) || error instanceof WalletProblem || error instanceof DOMException) return error
  const { code, message } = error
  if (typeof code === 'number' && declineCodes.has(code)) return new WalletProblem('rejected')
  return new WalletProblem('failed', typeof message === 'string' ? message : '')
}

const chainOf = ({ network }: PageRequest): string => chains[network]

/** Returns the accounts of a session on a chain, from names such as `xrpl:0:r...`. */
const accountsOn = (chain: string, accounts: readonly string[]) =>
  accounts.filter((name) => name.startsWith(`${chain}:`)).map((name) => name.slice(chain.length + 1))

async function sign(topic: string, request: PageRequest, txjson: object, signal: AbortSignal) {
  const { request: ask } = await openConnection()
  const params = { tx_json: txjson, autofill: false, submit: false }
  const reply = await until(
    signal,
    ask<unknown>({ topic, chainId: chainOf(request), request: { method, params } }),
  )
  const signedJson = isMessage(reply) ? reply['tx_json'] : undefined
  if (!isMessage(signedJson)) throw new WalletProblem('failed')
  return { tx_json: signedJson } satisfies HandInBody
}

/** Returns the topic of the newest session that contains the account; null if there is none. */
function sessionOf({ session }: Client, request: PageRequest, account: string | null): string | null {
  const chain = chainOf(request)
  const currentTopic = session
    .getAll()
    .findLast(({ namespaces }) =>
      accountsOn(chain, namespaces['xrpl']?.accounts ?? []).includes(account ?? ''),
    )
  return currentTopic?.topic ?? null
}

/** Ends sessions that earlier visits left open in wallets. */
async function endSessions({ session, disconnect }: Client): Promise<void> {
  const reason = { code: 6000, message: disconnectReason }
  await Promise.allSettled(session.getAll().map(({ topic }) => disconnect({ topic, reason })))
}

/**
 * Connects a wallet through a link that it scans or opens, and requests a sign-in. An account that signs in again is
 * already connected.
 */
async function signIn(request: PageRequest, { signal, showLink }: Asking): Promise<HandInBody> {
  const current = currentSession()
  const signClient = await openConnection()
  const openSession = current.state === 'connected' ? sessionOf(signClient, request, current.account) : null
  const as = (account: string) => ({ ...request.txjson, Account: account })
  if (current.state === 'connected' && openSession !== null)
    return sign(openSession, request, as(current.account), signal)
  void endSessions(signClient)
  const chain = chainOf(request)
  const { uri, approval } = await signClient.connect({
    optionalNamespaces: { xrpl: { chains: [chain], methods: [method], events: [] } },
  })
  showLink(uri ?? null)
  const session = await until(signal, approval())
  showLink(null)
  const [account] = accountsOn(chain, session.namespaces['xrpl']?.accounts ?? [])
  if (account === undefined)
    throw new WalletProblem(
      'failed',
      t('Your wallet has no account on this network ({network}).', { network: chain }),
    )
  return sign(session.topic, request, as(account), signal)
}

async function signTransaction(request: PageRequest, { signal }: Asking): Promise<HandInBody> {
  const signClient = await openConnection()
  const topic = sessionOf(signClient, request, request.account)
  if (topic !== null) return sign(topic, request, request.txjson ?? {}, signal)
  throw new WalletProblem(signClient.session.getAll().length === 0 ? 'missing' : 'other_account')
}

const withProblem =
  (work: PageSigner['sign']): PageSigner['sign'] =>
  async (request, session) => {
    try {
      return await work(request, session)
    } catch (error) {
      throw problemOf(error)
    }
  }

export const signer: PageSigner = {
  isInstalled: () => Promise.resolve(false),
  signIn: withProblem(signIn),
  sign: withProblem(signTransaction),
}
