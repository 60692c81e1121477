import type { HandInBody } from '#contract/schemas/sign-requests.ts'
import { askExtension, isMessage, onPageMessage, readPart, readText } from './page-messages.ts'
import { type PageSigner, WalletProblem } from './port.ts'

// Crossmark's messages, as the package @crossmarkio/sdk 0.4 sends them. Source: github.com/crossmarkio/sdk, and the
// types in @crossmarkio/typings 0.0.6.

const app = 'crossmark'

let network: HandInBody['network']

const isKnown = (name: string | null): name is 'mainnet' | 'testnet' | 'devnet' =>
  name === 'mainnet' || name === 'testnet' || name === 'devnet'

function noteNetwork(data: Record<string, unknown>): void {
  const name = readText(readPart(data, 'network'), 'type')
  network = isKnown(name) ? name : undefined
}

onPageMessage((message) => {
  if (message['type'] === 'event' && message['event'] === 'network-change')
    noteNetwork(readPart(message, 'data'))
})

const withNetwork = () => (network === undefined ? {} : { network })

declare global {
  interface Window {
    /** Set by XRP Ledger wallets on the window. */
    xrpl?: unknown
  }
}

/** Returns true if the extension is installed, which sets a mark on the window. */
function isMarked(): boolean {
  const { xrpl: mark } = window
  return isMessage(mark) && mark['isCrossmark'] === true
}

/** Requests a signature of `tx`, which the wallet may not change. Returns the data of the wallet's answer. */
async function ask(tx: object, signal: AbortSignal): Promise<Record<string, unknown>> {
  if (!isMarked()) throw new WalletProblem('missing')
  const id = crypto.randomUUID()
  const answer = await askExtension(
    { app, type: 'request', id, command: 'sign', data: { tx, opts: { isModifiable: false } } },
    (message) => {
      const response = readPart(message, 'response')
      return response['type'] === 'response' && response['id'] === id
    },
    signal,
  )
  const data = readPart(readPart(answer, 'response'), 'data')
  const { isRejected, isExpired, isError, isFail } = readPart(data, 'meta')
  if (isRejected === true || isExpired === true) throw new WalletProblem('rejected')
  if (isError === true || isFail === true) throw new WalletProblem('failed')
  return data
}

async function blobOf(tx: object, signal: AbortSignal): Promise<HandInBody> {
  const blob = readText(await ask(tx, signal), 'txBlob')
  if (blob === null) throw new WalletProblem('rejected')
  return { blob, ...withNetwork() }
}

export const signer: PageSigner = {
  isInstalled: async () => isMarked(),
  async signIn({ txjson = {} }, { signal }) {
    // Crossmark's own sign-in only returns the selected account.
    const reply = await ask({ TransactionType: 'SignIn' }, signal)
    noteNetwork(reply)
    const account = readText(reply, 'address')
    if (account === null) throw new WalletProblem('rejected')
    return blobOf({ ...txjson, Account: account }, signal)
  },
  sign: ({ txjson = {} }, { signal }) => blobOf(txjson, signal),
}
