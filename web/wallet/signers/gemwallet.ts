import type { HandInBody } from '#contract/schemas/sign-requests.ts'
import { askExtension, onPageMessage, readPart, readText } from './page-messages.ts'
import { type PageSigner, WalletProblem } from './port.ts'

// GemWallet's messages, version 3, as the package @gemwallet/api 3.8 sends them.
// Source: github.com/GemWallet/gemwallet-extension, packages/api and packages/constants.

const app = 'gem-wallet'
/**
 * Time after which the wallet counts as not installed. An installed one answers from its content script, without
 * opening a window.
 */
const presenceMs = 1000

type Command = 'IS_INSTALLED' | 'GET_PUBLIC_KEY' | 'SIGN_MESSAGE' | 'SIGN_TRANSACTION'

/** Current network, as reported by the wallet when it switches. A query would open the wallet's window. */
let network: HandInBody['network']

const knownNetworks = { Mainnet: 'mainnet', Testnet: 'testnet', Devnet: 'devnet' } as const

function isKnown(name: string | null): name is keyof typeof knownNetworks {
  return name !== null && name in knownNetworks
}

onPageMessage((message) => {
  if (message['app'] !== app || message['type'] !== 'EVENT_NETWORK_CHANGED') return
  const name = readText(readPart(readPart(readPart(message, 'payload'), 'result'), 'network'), 'name')
  network = isKnown(name) ? knownNetworks[name] : undefined
})

const withNetwork = () => (network === undefined ? {} : { network })

async function send(command: Command, signal: AbortSignal, payload?: object) {
  const messageId = Date.now() + Math.random()
  return askExtension(
    {
      source: 'GEM_WALLET_MSG_REQUEST',
      messageId,
      app,
      type: `REQUEST_${command}/V3`,
      ...(payload === undefined ? {} : { payload }),
    },
    // `messagedId` is how GemWallet spells it.
    (answer) => answer['source'] === 'GEM_WALLET_MSG_RESPONSE' && answer['messagedId'] === messageId,
    signal,
  )
}

/** Sends a request that the user must approve, and returns these fields of the result. */
async function ask(command: Command, signal: AbortSignal, payload: object, ...fields: string[]) {
  const answer = await send(command, signal, payload)
  const problem = readText(readPart(answer, 'error'), 'message')
  if (problem !== null) throw new WalletProblem('failed', problem)
  const result = readPart(answer, 'result')
  return fields.map((field) => {
    const value = readText(result, field)
    if (value === null) throw new WalletProblem('rejected')
    return value
  })
}

const page = () => ({ url: window.location.origin, title: document.title, favicon: null })

async function isInstalled(): Promise<boolean> {
  try {
    const answer = await send('IS_INSTALLED', AbortSignal.timeout(presenceMs))
    return answer['isInstalled'] === true || readPart(answer, 'result')['isInstalled'] === true
  } catch {
    return false
  }
}

async function requireInstalled(): Promise<void> {
  if (!(await isInstalled())) throw new WalletProblem('missing')
}

export const signer: PageSigner = {
  isInstalled,
  async signIn({ message = '' }, { signal }) {
    await requireInstalled()
    const [account = '', publicKey = ''] = await ask('GET_PUBLIC_KEY', signal, page(), 'address', 'publicKey')
    const [signature = ''] = await ask('SIGN_MESSAGE', signal, { ...page(), message }, 'signedMessage')
    return { account, publicKey, signature, ...withNetwork() }
  },
  async sign({ txjson = {} }, { signal }) {
    await requireInstalled()
    const [blob = ''] = await ask('SIGN_TRANSACTION', signal, { transaction: txjson }, 'signature')
    return { blob, ...withNetwork() }
  },
}
