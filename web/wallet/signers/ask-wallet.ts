import { shortenAddress } from '#contract/rules/accounts.ts'
import type { HandInBody, PageRequest } from '#contract/schemas/sign-requests.ts'
import { isPageWallet, type WalletName, walletTable } from '#contract/rules/wallets.ts'
import { call } from '#web/api/call.ts'
import { ApiError, sentenceOf } from '#web/api/error.ts'
import { t } from '#web/messages.ts'
import { createStore, useStore } from '#web/ui/store.ts'
import { loadSigner } from './load-signer.ts'
import { WalletProblem } from './port.ts'

/** State of a request to the browser's wallet. A request without a state was not sent to the wallet yet. */
export type WalletAsk =
  | { step: 'asking'; since: number; link: string | null }
  | { step: 'problem'; sentence: string }

const store = createStore<ReadonlyMap<string, WalletAsk>>(new Map())
const controllers = new Map<string, AbortController>()
/** Signatures that have not reached the server yet. They are resent, so the user does not have to sign again. */
const handIns = new Map<string, HandInBody>()

function setAsk(uuid: string, ask: WalletAsk | null): void {
  const next = new Map(store.get())
  if (ask === null) next.delete(uuid)
  else next.set(uuid, ask)
  store.set(next)
}

export const useWalletAsk = (uuid: string): WalletAsk | null => useStore(store).get(uuid) ?? null

const maxSentence = 200

function problemSentence(problem: WalletProblem, wallet: WalletName, request: PageRequest | null): string {
  const { title } = walletTable[wallet]
  const account = request?.account ?? null
  if (problem.kind === 'missing')
    return wallet === 'walletconnect'
      ? t('Your wallet is no longer connected to this browser. Disconnect, and connect it again.')
      : t('{title} is not available in this browser. Open OPX in a browser that has it, or cancel.', {
          title,
        })
  if (problem.kind === 'other_account' && account !== null)
    return t(
      '{wallet, select, walletconnect {Your wallet is using another account. Connect it with {account} and try again.} other {{title} is using another account. Switch it to {account} and try again.}}',
      { wallet, title, account: shortenAddress(account) },
    )
  const sentence = problem.message.slice(0, maxSentence)
  return sentence === ''
    ? t(
        '{wallet, select, walletconnect {Your wallet could not sign this.} other {{title} could not sign this.}}',
        { wallet, title },
      )
    : t(
        '{wallet, select, walletconnect {Your wallet could not sign this. It says: “{said}”} other {{title} could not sign this. It says: “{said}”}}',
        { wallet, title, said: sentence },
      )
}

/** Errors that end the request. Its next poll reports the outcome. */
const over = new Set(['rejected', 'expired', 'already_pending', 'not_found'])

function refusalSentence(error: ApiError, wallet: WalletName, request: PageRequest | null): string | null {
  if (over.has(error.code)) return null
  const sentence = sentenceOf(error)
  if (error.code !== 'signature_mismatch' || request?.account == null) return sentence
  const account = shortenAddress(request.account)
  return t(
    '{wallet, select, walletconnect {{sentence} Is your wallet using {account}?} other {{sentence} Is {title} using {account}?}}',
    { wallet, title: walletTable[wallet].title, sentence, account },
  )
}

async function decline(uuid: string): Promise<void> {
  try {
    await call('declineSignature', { params: { uuid } })
  } catch (error) {
    // The request has already ended or will expire.
    if (!(error instanceof ApiError)) throw error
  }
}

/** Returns the wallet's signature: from this call, or from an earlier one whose hand-in was lost. */
async function requestWalletSignature(
  uuid: string,
  wallet: WalletName,
  request: PageRequest,
  signal: AbortSignal,
) {
  const earlier = handIns.get(uuid)
  if (earlier !== undefined) return earlier
  if (!isPageWallet(wallet)) throw new WalletProblem('missing')
  const signer = await loadSigner(wallet)
  const showLink = (link: string | null) => {
    if (!signal.aborted) setAsk(uuid, { step: 'asking', since: Date.now(), link })
  }
  const body = await (request.account === null
    ? signer.signIn(request, { signal, showLink })
    : signer.sign(request, { signal, showLink }))
  signal.throwIfAborted()
  handIns.set(uuid, body)
  return body
}

/**
 * Passes a request to the browser's wallet and sends the signature to the server. A new call aborts the earlier one.
 * Resolves to true if the server has accepted the signature; otherwise `useWalletAsk` returns the problem, or the
 * request has ended.
 */
export async function askWallet(uuid: string, wallet: WalletName): Promise<boolean> {
  controllers.get(uuid)?.abort()
  const controller = new AbortController()
  const { signal } = controller
  controllers.set(uuid, controller)
  setAsk(uuid, { step: 'asking', since: Date.now(), link: null })
  let request: PageRequest | null = null
  try {
    request = await call('openSignRequest', { params: { uuid } }, { signal })
    const body = await requestWalletSignature(uuid, wallet, request, signal)
    await call('handInSignature', { params: { uuid }, body })
    handIns.delete(uuid)
    setAsk(uuid, null)
    return true
  } catch (error) {
    if (signal.aborted) return false
    if (error instanceof ApiError) {
      if (error.code !== 'network') handIns.delete(uuid)
      const sentence = refusalSentence(error, wallet, request)
      setAsk(uuid, sentence === null ? null : { step: 'problem', sentence })
      return false
    }
    const problem = error instanceof WalletProblem ? error : new WalletProblem('failed')
    if (problem.kind === 'rejected') {
      await decline(uuid)
      setAsk(uuid, null)
    } else setAsk(uuid, { step: 'problem', sentence: problemSentence(problem, wallet, request) })
    return false
  } finally {
    if (controllers.get(uuid) === controller) controllers.delete(uuid)
  }
}

/** Cancels an unsigned request. */
export async function cancelRequest(uuid: string): Promise<void> {
  controllers.get(uuid)?.abort()
  handIns.delete(uuid)
  await decline(uuid)
  setAsk(uuid, null)
}
