import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'
import { asJson, type Json } from '#local/lib/rpc.ts'
import { rippleTimeToDate } from '#contract/rules/ledger.ts'

/** The kind of server. Markers of one kind are not valid for the other. */
export type ServerKind = 'xrpld' | 'clio'

/** A validated ledger on one server, from which the state is read. */
export interface PinnedLedger {
  index: number
  hash: string
  closedAt: Date
  server: ServerKind
}

export interface StatePage {
  state: { data: string; index: string }[]
  /** Start of the next page; null after the last one. */
  marker: string | null
}

/** Thrown if the server no longer has the ledger. A later ledger must then be read from the beginning. */
export class LedgerGone extends Error {
  override name = 'LedgerGone'
}

/** Thrown if the server does not answer, or not as documented. */
export class ServerAway extends Error {
  override name = 'ServerAway'
}

/** Thrown if the server gives a reason for refusing the request. Retrying would not help. */
class RefusedByServer extends Error {
  override name = 'RefusedByServer'
}

class Busy extends Error {
  override name = 'Busy'
  readonly pauseMs: number
  constructor(message: string, pauseMs: number) {
    super(message)
    this.pauseMs = pauseMs
  }
}

const ServerInfo = v.object({ info: v.object({ clio_version: v.optional(v.string()) }) })
const LedgerReply = v.object({
  ledger_index: v.number(),
  ledger_hash: v.string(),
  validated: v.optional(v.boolean()),
  ledger: v.object({ close_time: v.number() }),
})
const PageReply = v.object({
  state: v.array(v.object({ data: v.string(), index: v.string() })),
  marker: v.nullish(v.string()),
})

/** Entries per page in binary. A server returns more only to its administrator. */
const largestPage = 2048
const pageTimeoutMs = 60_000
const firstPauseMs = 1000
const longestPauseMs = 60_000
/** Maximum number of tries. Together with the pauses, they take about ten minutes. */
const maxTries = 16

export interface LedgerStateOptions {
  url: string
  fetch?: typeof fetch
  /** Called when the server limits requests or is unavailable. */
  onPause?: (seconds: number, reason: string) => void
  /** Factor by which the pauses are multiplied, for tests. */
  pauseFactor?: number
  /** Entries per page, for tests; by default as many as the server returns. */
  pageSize?: number
}

/**
 * Reads the state of a ledger through one server's JSON-RPC. Source: xrpl.org "ledger_data", "server_info", "ledger".
 */
export class LedgerState {
  private readonly options: LedgerStateOptions

  constructor(options: LedgerStateOptions) {
    this.options = options
  }

  private async askOnce(method: string, params: Json): Promise<Json> {
    const response = await (this.options.fetch ?? fetch)(this.options.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ method, params: [params] }),
      signal: AbortSignal.timeout(pageTimeoutMs),
    })
    if (response.status !== 200) {
      await response.body?.cancel()
      const after = Number(response.headers.get('retry-after'))
      throw new Busy(`HTTP ${response.status}`, Number.isFinite(after) ? after * 1000 : 0)
    }
    const result = asJson(asJson(await response.json())['result'])
    const error = result['error']
    if (error === undefined) return result
    if (error === 'slowDown' || error === 'tooBusy') throw new Busy(String(error), 0)
    if (error === 'lgrNotFound' || error === 'lgrIdxInvalid')
      throw new LedgerGone(`The server has no ledger ${String(params['ledger_index'])}.`)
    throw new RefusedByServer(`${method}: ${String(result['error_message'] ?? error)}`)
  }

  /** Repeats the request with pauses until the server answers. */
  private async ask(method: string, params: Json): Promise<Json> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.askOnce(method, params)
      } catch (error) {
        if (error instanceof LedgerGone || error instanceof RefusedByServer) throw error
        const reason = error instanceof Error ? error.message : String(error)
        if (tries === maxTries) throw new ServerAway(`${this.options.url} is not responding: ${reason}.`)
        const serverPauseMs = error instanceof Busy ? error.pauseMs : 0
        const pauseMs = Math.max(serverPauseMs, Math.min(longestPauseMs, firstPauseMs * 2 ** (tries - 1)))
        this.options.onPause?.(pauseMs / 1000, reason)
        await wait(pauseMs * (this.options.pauseFactor ?? 1))
      }
    }
  }

  /** Selects the newest validated ledger, or the ledger with this index. Throws LedgerGone, ServerAway. */
  async pin(index: number | 'validated' = 'validated'): Promise<PinnedLedger> {
    const { info } = v.parse(ServerInfo, await this.ask('server_info', {}))
    const reply = v.parse(LedgerReply, await this.ask('ledger', { ledger_index: index }))
    if (reply.validated === false) throw new LedgerGone(`Ledger ${index} is not validated.`)
    return {
      index: reply.ledger_index,
      hash: reply.ledger_hash,
      closedAt: rippleTimeToDate(reply.ledger.close_time),
      server: info.clio_version === undefined ? 'xrpld' : 'clio',
    }
  }

  /** Returns entries in key order, starting at `marker`. Throws LedgerGone, ServerAway. */
  async page(ledgerIndex: number, marker: string | null): Promise<StatePage> {
    const reply = await this.ask('ledger_data', {
      ledger_index: ledgerIndex,
      binary: true,
      limit: this.options.pageSize ?? largestPage,
      ...(marker === null ? {} : { marker }),
    })
    const { state, marker: next } = v.parse(PageReply, reply)
    return { state, marker: next ?? null }
  }

  /** True if the server can start at any key, so that parts of the state can be read concurrently. */
  async takesStartKeys(ledgerIndex: number): Promise<boolean> {
    const middle = `8${'0'.repeat(63)}`
    try {
      const { state } = await this.page(ledgerIndex, middle)
      return state.every(({ index }) => index > middle)
    } catch (error) {
      if (error instanceof RefusedByServer) return false
      throw error
    }
  }
}
