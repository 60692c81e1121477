import type { Page } from 'playwright-core'
import { keysOf } from 'local-ledger/codec/key-pairs.ts'
import { asJson, type Json } from '#local/lib/rpc.ts'
import type { DemoAccount } from '#local/signer/types.ts'
import { signedBlob, signedText } from './page-wallet.ts'

/**
 * How a stand-in reacts to a request. `waits`: nothing happens before `release`, as when it is locked or its window is hidden.
 */
type Mood = 'signs' | 'rejects' | 'waits' | 'fails'

/** A browser extension that holds an account's key, as the page sees it. It submits nothing. */
export interface Extension {
  account: DemoAccount
  mood: Mood
  /** Replaces fields of the transaction before it is signed. */
  tamper: Json
  /** All requests that it received, by command. */
  asked: string[]
  /** Ends a wait. The requests are answered according to the mood of that moment. */
  release: () => void
  /** Tells the page that the user has switched the network. */
  switchNetwork: (name: 'mainnet' | 'local') => Promise<void>
}

type Answers<T> = Record<Exclude<Mood, 'waits'>, () => T>

/** What the user of a wallet decides, and when. */
export function createDecisions(account: DemoAccount) {
  const waiting: (() => void)[] = []
  const wallet: Omit<Extension, 'switchNetwork'> = {
    account,
    mood: 'signs',
    tamper: {},
    asked: [],
    release: () => {
      for (const go of waiting.splice(0)) go()
    },
  }
  /** The approved answer, a refusal or a failure. */
  async function decide<T>(
    of: Pick<Extension, 'mood' | 'asked'>,
    command: string,
    answers: Answers<T>,
  ): Promise<T> {
    of.asked.push(command)
    while (of.mood === 'waits') await new Promise<void>((resolve) => waiting.push(resolve))
    return answers[of.mood]()
  }
  return { wallet, decide }
}

function createExtension(page: Page, account: DemoAccount, announce: (name: string) => Json) {
  const { wallet, decide } = createDecisions(account)
  const extension: Extension = {
    ...wallet,
    switchNetwork: async (name) => {
      await page.evaluate((message) => window.postMessage(message, window.location.origin), announce(name))
    },
  }
  return {
    extension,
    decide: (command: string, answers: Answers<Json>) => decide(extension, command, answers),
    sign: (tx: unknown) => signedBlob({ ...asJson(tx), ...extension.tamper }, extension.account),
  }
}

/** Puts GemWallet into a page: the messages of its content script, answered with the account's key. */
export async function installGemWallet(page: Page, account: DemoAccount): Promise<Extension> {
  const { extension, decide, sign } = createExtension(page, account, (name) => ({
    source: 'GEM_WALLET_MSG_REQUEST',
    app: 'gem-wallet',
    type: 'EVENT_NETWORK_CHANGED',
    payload: {
      result: {
        network: { name: `${name.charAt(0).toUpperCase()}${name.slice(1)}`, server: '', description: '' },
      },
    },
  }))
  const results: Record<string, (payload: Json) => Json> = {
    'REQUEST_GET_PUBLIC_KEY/V3': () => ({
      address: extension.account.address,
      publicKey: keysOf(extension.account.seed).publicKey,
    }),
    'REQUEST_SIGN_MESSAGE/V3': ({ message }) => ({
      signedMessage: signedText(String(message), extension.account).signature,
    }),
    'REQUEST_SIGN_TRANSACTION/V3': ({ transaction }) => ({ signature: sign(transaction) }),
  }
  await page.exposeFunction('opxGemWallet', async (request: Json): Promise<Json> => {
    const type = String(request['type'])
    if (type === 'REQUEST_IS_INSTALLED/V3') return { isInstalled: true }
    const approved = results[type]
    if (approved === undefined) return { error: { name: 'Error', message: `Unknown: ${type}` } }
    return decide(type, {
      signs: () => ({ result: approved(asJson(request['payload'])) }),
      rejects: () => ({ result: null }),
      fails: () => ({ error: { name: 'Error', message: 'The transaction could not be signed' } }),
    })
  })
  await page.addInitScript(() => {
    const answer = (request: object) => Reflect.get(window, 'opxGemWallet')(request)
    window.addEventListener('message', async ({ source, data }) => {
      if (source !== window || data?.source !== 'GEM_WALLET_MSG_REQUEST' || data.messageId === undefined)
        return
      window.postMessage(
        { source: 'GEM_WALLET_MSG_RESPONSE', messagedId: data.messageId, ...(await answer(data)) },
        window.location.origin,
      )
    })
  })
  return extension
}

/** The same of Crossmark. */
export async function installCrossmark(page: Page, account: DemoAccount): Promise<Extension> {
  const { extension, decide, sign } = createExtension(page, account, (name) => ({
    app: 'crossmark',
    type: 'event',
    event: 'network-change',
    data: { network: { protocol: 'XRPL', type: name } },
  }))
  const status = { isError: false, isRejected: false, isExpired: false, isSigned: false, isFail: false }
  await page.exposeFunction('opxCrossmark', async (request: Json): Promise<Json> => {
    const { tx } = asJson(request['data'])
    const isSignIn = asJson(tx)['TransactionType'] === 'SignIn'
    const data = await decide(isSignIn ? 'sign-in' : String(request['command']), {
      signs: () => ({
        ...(isSignIn
          ? { address: extension.account.address, network: { protocol: 'XRPL', type: 'local' } }
          : { txBlob: sign(tx) }),
        meta: { ...status, isSigned: true },
      }),
      rejects: () => ({ meta: { ...status, isRejected: true } }),
      fails: () => ({ meta: { ...status, isError: true } }),
    })
    return { request, response: { app: 'crossmark', type: 'response', id: request['id'], data } }
  })
  await page.addInitScript(() => {
    Reflect.set(window, 'xrpl', { isCrossmark: true })
    const answer = (request: object) => Reflect.get(window, 'opxCrossmark')(request)
    window.addEventListener('message', async ({ source, data }) => {
      if (source !== window || data?.app !== 'crossmark' || data.type !== 'request') return
      window.postMessage(await answer(data), window.location.origin)
    })
  })
  return extension
}
