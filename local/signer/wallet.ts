import { randomUUID } from 'node:crypto'
import { asJson, type Json, callRpc, RpcError, readText } from '#local/lib/rpc.ts'
import { messageOf } from '#local/lib/stack-error.ts'
import { fillInTransaction } from './autofill.ts'
import { findBatch, signsPart } from './batch.ts'
import { WalletRefusal } from './refusal.ts'
import { collectSigners, signBatchPart } from './sign-batch.ts'
import type { SignedBlob } from 'local-ledger/codec/sign-transaction.ts'
import { signPayload } from './sign-blob.ts'
import type { SignerStore } from './store.ts'
import { type DemoAccount, type Faults, isExpired, type Payload, type UserToken } from './types.ts'

export interface WalletContext {
  store: SignerStore
  ledgerUrl: string
  network: string
  accounts: () => DemoAccount[]
  faults: () => Faults
  /** Called after a payload was opened. */
  opened: (payload: Payload) => void
  /** Called after a payload was signed or rejected. */
  resolved: (payload: Payload, token: UserToken | null) => void
}

export interface Wallet {
  open: (payload: Payload) => void
  sign: (payload: Payload, address: string) => Promise<void>
  reject: (payload: Payload) => void
}

const tokenSeconds = 30 * 24 * 3600

/**
 * Renews the push token of an application and account. The first signature creates the token, and every signature
 * renews it.
 */
function renewToken(store: SignerStore, appKey: string, account: string): UserToken {
  const now = Math.floor(Date.now() / 1000)
  for (const token of store.tokens.values()) {
    if (token.appKey !== appKey || token.account !== account || token.expiresAt <= now) continue
    token.expiresAt = now + tokenSeconds
    return token
  }
  const token = { token: randomUUID(), appKey, account, issuedAt: now, expiresAt: now + tokenSeconds }
  store.tokens.set(token.token, token)
  return token
}

function applyChanges(txjson: Json, changes: Json | null): Json {
  if (changes === null) return txjson
  return Object.fromEntries(Object.entries({ ...txjson, ...changes }).filter(([, value]) => value !== null))
}

/**
 * Creates the simulated phone, which opens requests, signs them with the keys of the demo accounts, and submits them to
 * the ledger.
 */
export function createWallet(context: WalletContext): Wallet {
  const { store, ledgerUrl, network } = context
  const busy = new Set<string>()

  function requireOpen(payload: Payload): void {
    if (payload.cancelled) throw new WalletRefusal('The site has withdrawn this request.')
    if (payload.resolvedAt !== null) throw new WalletRefusal('This request is already answered.')
    if (payload.openedAt === null && isExpired(payload)) {
      throw new WalletRefusal('This request has expired. Start again on the site.')
    }
  }

  function open(payload: Payload): void {
    if (payload.openedAt !== null || payload.resolvedAt !== null || isExpired(payload)) return
    payload.openedAt = new Date().toISOString()
    payload.openedByDeeplink = payload.pushedTo === null
    store.changed()
    context.opened(payload)
  }

  /** Returns the signed blob of another payload of the same application. */
  function signedBlob(appKey: string, uuid: string): string | null {
    const payload = store.payloads.get(uuid)
    return payload?.appKey === appKey ? (payload.response?.hex ?? null) : null
  }

  /** Returns the transaction with the fields that the wallet adds. */
  async function prepare(txjson: Json, account: string): Promise<Json> {
    if (txjson['TransactionType'] === 'SignIn') return { ...txjson, Account: account }
    try {
      return await fillInTransaction(txjson, account, ledgerUrl)
    } catch (error) {
      if (error instanceof RpcError && error.code === 'actNotFound') {
        throw new WalletRefusal('This account is not on the ledger yet: it has no XRP.')
      }
      throw new WalletRefusal(messageOf(error))
    }
  }

  async function signedBy(payload: Payload, { address, seed }: DemoAccount): Promise<SignedBlob> {
    const txjson = applyChanges(payload.txjson, context.faults().tamper)
    const batch = findBatch(txjson)
    if (batch === null) return signPayload(await prepare(txjson, address), seed)
    if (signsPart(batch, address)) {
      if (payload.options.submit) throw new WalletRefusal('Only the account of a Batch can submit it.')
      return signBatchPart(batch, address, seed, context.faults().oldBatchFormat)
    }
    const signers = collectSigners(batch.BatchSigners, (uuid) => signedBlob(payload.appKey, uuid))
    const { BatchSigners: _given, ...fields } = batch
    const complete = signers.length === 0 ? fields : { ...fields, BatchSigners: signers }
    return signPayload(await prepare(complete, address), seed)
  }

  async function signOnce(payload: Payload, address: string): Promise<void> {
    requireOpen(payload)
    const { options } = payload
    const faults = context.faults()
    const signer = context.accounts().find((account) => account.address === (faults.signWith ?? address))
    if (signer === undefined) throw new WalletRefusal('This wallet does not hold that account.')
    if (faults.signWith === null && options.signers !== null && !options.signers.includes(address)) {
      throw new WalletRefusal('This request is for another account.')
    }
    if (options.forceNetwork !== null && options.forceNetwork.toUpperCase() !== network) {
      throw new WalletRefusal(`This request is for ${options.forceNetwork}, and the wallet is on ${network}.`)
    }
    open(payload)
    const { hex, txid, publicKey } = await signedBy(payload, signer)

    let dispatchedResult: string | null = null
    if (options.submit && !faults.skipSubmit) {
      try {
        dispatchedResult = readText(
          asJson(await callRpc(ledgerUrl, 'submit', { tx_blob: hex }))['engine_result'],
        )
      } catch (error) {
        // Like Xaman: the payload is signed and contains the actual result of the dispatch.
        dispatchedResult = error instanceof RpcError ? error.code : 'telFAILED'
      }
    } else if (options.submit) {
      dispatchedResult = 'tesSUCCESS'
    }

    const token = renewToken(store, payload.appKey, signer.address)
    payload.signed = true
    payload.resolvedAt = new Date().toISOString()
    payload.issuedUserToken = token.token
    payload.response = {
      hex,
      txid,
      account: signer.address,
      signerPublicKey: publicKey,
      dispatchedTo: options.submit ? ledgerUrl : null,
      dispatchedResult,
    }
    store.changed()
    context.resolved(payload, token)
  }

  return {
    open,
    sign: async (payload, address) => {
      if (busy.has(payload.uuid)) throw new WalletRefusal('This request is being signed.')
      busy.add(payload.uuid)
      try {
        await signOnce(payload, address)
      } finally {
        busy.delete(payload.uuid)
      }
    },
    reject: (payload) => {
      requireOpen(payload)
      if (busy.has(payload.uuid)) throw new WalletRefusal('This request is being signed.')
      open(payload)
      payload.resolvedAt = new Date().toISOString()
      store.changed()
      context.resolved(payload, null)
    },
  }
}
