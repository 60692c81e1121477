import type { Page } from 'playwright-core'
import { keysOf } from 'local-ledger/codec/key-pairs.ts'
import { asJson, type Json } from '#local/lib/rpc.ts'
import type { DemoAccount } from '#local/signer/types.ts'
import { signedBlob, signedText } from './page-wallet.ts'

/**
 * Reaction of the simulated extension to a request. `waits`: it does not answer before `release`, as if it were locked
 * or its window hidden.
 */
type Mood = 'signs' | 'rejects' | 'waits' | 'fails'

/** A simulated browser extension that holds an account's key. It submits nothing. */
export interface Extension {
  account: DemoAccount
  mood: Mood
  /** Fields that replace those of the transaction before it is signed. */
  tamper: Json
  /** The received requests, by command. */
  asked: string[]
  /** Ends a wait. The pending requests are answered according to the current mood. */
  release: () => void
  /** Notifies the page that the user has switched the network. */
  switchNetwork: (name: 'mainnet' | 'local') => Promise<void>
}

type Answers<T> = Record<Exclude<Mood, 'waits'>, () => T>

/** Creates the decisions of a wallet's user. */
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
  /** Returns the approved answer, a refusal or a failure, according to the mood. */
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

/** Simulates GemWallet in a page: answers the messages of its content script with the account's key. */
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

/** Simulates Crossmark in a page. */
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
