import type { IncomingMessage, ServerResponse } from 'node:http'
import * as v from 'valibot'
import { readBody, sendJson } from '#local/lib/http.ts'
import { WalletRefusal } from './refusal.ts'
import type { SignerStore } from './store.ts'
import { type Faults, noFaults, type Payload } from './types.ts'
import type { Wallet } from './wallet.ts'

const Target = v.object({ uuid: v.string(), account: v.optional(v.string(), '') })

const FaultChanges = v.partial(
  v.strictObject({
    apiDelayMs: v.number(),
    apiStatus: v.nullable(v.number()),
    webhook: v.picklist(['normal', 'lost', 'duplicate']),
    webhookDelayMs: v.number(),
    tamper: v.nullable(v.record(v.string(), v.unknown())),
    signWith: v.nullable(v.string()),
    skipSubmit: v.boolean(),
    loseCreated: v.boolean(),
    network: v.nullable(v.string()),
    oldBatchFormat: v.boolean(),
  }),
)

export interface ControlContext {
  store: SignerStore
  wallet: Wallet
  counters: Map<string, number>
  faults: () => Faults
  setFaults: (faults: Faults) => void
}

/** Handles `/dev/...`, with which tests and scripts act on behalf of the phone's user. */
export function createControls(context: ControlContext) {
  const { store, wallet, counters } = context

  async function act(name: string, body: unknown, response: ServerResponse): Promise<void> {
    const { uuid, account } = v.parse(Target, body)
    const payload: Payload | undefined = store.payloads.get(uuid)
    if (payload === undefined) return sendJson(response, 404, { error: 'There is no such payload.' })
    if (name === 'open') wallet.open(payload)
    if (name === 'reject') wallet.reject(payload)
    if (name === 'sign') await wallet.sign(payload, account)
    sendJson(response, 200, {
      uuid,
      signed: payload.signed,
      resolved: payload.resolvedAt !== null,
      ...payload.response,
    })
  }

  return async (name: string, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const isPost = request.method === 'POST'
    try {
      if (name === 'counters') return sendJson(response, 200, Object.fromEntries(counters))
      if (name === 'faults' && !isPost) return sendJson(response, 200, context.faults())
      if (!isPost) return sendJson(response, 405, { error: 'POST only.' })
      const body: unknown = JSON.parse((await readBody(request)).toString('utf8') || '{}')
      if (name === 'faults') {
        // Omitted fields are reset: {} resets all of them.
        context.setFaults({ ...noFaults, ...v.parse(FaultChanges, body) })
        return sendJson(response, 200, context.faults())
      }
      if (['open', 'sign', 'reject'].includes(name)) return await act(name, body, response)
      sendJson(response, 404, { error: 'open, sign, reject, faults or counters.' })
    } catch (error) {
      if (error instanceof WalletRefusal) return sendJson(response, 409, { error: error.message })
      if (error instanceof v.ValiError || error instanceof SyntaxError) {
        return sendJson(response, 400, { error: error.message })
      }
      throw error
    }
  }
}
