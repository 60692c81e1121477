import { sentence } from '#contract/words/sentence.ts'
import { type XummSdk as Sdk, XummSdk, type XummTypes } from 'xumm-sdk'
import { Refusal } from '#contract/words/refusal.ts'
import { signerTimeoutMs } from './timeout.ts'
import type { PayloadOrder, PayloadState, SignerPort } from './port.ts'

export interface XamanSettings {
  /** Origin of the platform: https://xumm.app or the local signer. */
  url: string
  key: string
  secret: string
  /** MAINNET, TESTNET, DEVNET; null keeps the wallet's current network. */
  forceNetwork: string | null
  timeoutMs?: number
}

const unavailableRefusal = (cause: unknown) =>
  new Refusal(
    'signer_unavailable',
    sentence('The wallet service is not responding at the moment. Please try again shortly.'),
    { cause },
  )

/** Rejects after the timeout, regardless of how many requests the SDK makes. */
async function inTime<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Runs a call of the SDK, which either throws plain Errors or rejects with the server's reply. */
async function callWithin<T>(timeoutMs: number, work: () => Promise<T | null>): Promise<T | null> {
  try {
    return await inTime(work(), timeoutMs)
  } catch (error) {
    if (error instanceof Error && /\b404\b|not found|Payload not found/i.test(error.message)) return null
    throw unavailableRefusal(error)
  }
}

/**
 * Restricts the signing account and sets whether the wallet submits. For a Batch, the account is set as `signer`, which
 * the SDK's type lacks.
 */
function payloadOf({ account, role, txjson }: PayloadOrder) {
  if (account === null) return { submit: false }
  const isBatch = txjson.TransactionType === 'Batch'
  return { submit: role !== 'inner', signers: [account], ...(isBatch ? { signer: account } : {}) }
}

function toBody(order: PayloadOrder, settings: XamanSettings): XummTypes.XummPostPayloadBodyJson {
  const { TransactionType, ...fields } = order.txjson
  return {
    // The SDK's type lists only older transaction types; our contract validates ours.
    txjson: {
      ...fields,
      TransactionType: TransactionType as XummTypes.XummJsonTransaction['TransactionType'],
    },
    options: {
      ...payloadOf(order),
      expire: order.expiresInMinutes,
      ...(settings.forceNetwork === null ? {} : { force_network: settings.forceNetwork }),
      return_url: { app: order.returnUrl },
    },
    custom_meta: { identifier: order.id, instruction: order.instruction },
    ...(order.pushToken === null ? {} : { user_token: order.pushToken }),
  }
}

function toState(payload: XummTypes.XummGetPayloadResponse): PayloadState {
  const { meta, response, application } = payload
  return {
    opened: meta.app_opened || meta.opened_by_deeplink === true,
    resolved: meta.resolved,
    signed: meta.signed,
    cancelled: meta.cancelled,
    expired: meta.expired,
    account: response.account,
    blob: response.hex,
    txid: response.txid,
    pushToken: application.issued_user_token,
    dispatchedResult: response.dispatched_result,
    network: response.dispatched_nodetype ?? response.environment_nodetype,
    networkId: response.environment_networkid,
  }
}

/** Creates the signer port for Xaman, using xumm-sdk. Source: docs.xaman.dev "Payload" and "Batch", xumm-sdk 1.11. */
export function createXamanSigner(settings: XamanSettings): SignerPort {
  const sdk: Sdk = new XummSdk(settings.key, settings.secret)
  sdk.setEndpoint(settings.url)
  const { timeoutMs = signerTimeoutMs } = settings
  const call = <T>(work: () => Promise<T | null>) => callWithin(timeoutMs, work)
  return {
    async create(order) {
      const createdPayload = await call(() => sdk.payload.create(toBody(order, settings), true))
      if (createdPayload === null) throw unavailableRefusal('no payload created')
      return {
        uuid: createdPayload.uuid.toLowerCase(),
        deepLink: createdPayload.next.always,
        qrPng: createdPayload.refs.qr_png,
        websocket: createdPayload.refs.websocket_status,
        pushed: createdPayload.pushed,
      }
    },
    async find(uuid) {
      const payload = await call(() => sdk.payload.get(uuid, true))
      return payload === null ? null : toState(payload)
    },
    async findByNumber(id) {
      // The platform's "payload/ci/{identifier}"; the SDK inserts its argument into the path.
      const payload = await call(() => sdk.payload.get(`ci/${id}`, true))
      if (payload === null) return null
      const page = `${settings.url}/sign/${payload.meta.uuid}`
      return {
        uuid: payload.meta.uuid.toLowerCase(),
        deepLink: page,
        qrPng: `${page}_q.png`,
        websocket: page.replace(/^http/, 'ws'),
        pushed: payload.meta.pushed,
      }
    },
    async cancel(uuid) {
      await call(() => sdk.payload.cancel(uuid, true))
    },
  }
}
