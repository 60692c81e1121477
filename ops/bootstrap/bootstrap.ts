import { once } from 'node:events'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { startDayFloors } from '#db/queries/ledger-index/collection-days.ts'
import { type Reserves, refreshOffers, writePrices } from '#db/queries/ledger-index/derive.ts'
import { startCursor } from '#db/queries/ledger-index/writes.ts'
import type { MarketRules } from '#db/sql/market-rules.ts'
import { dateToRippleTime } from '#contract/rules/ledger.ts'
import { identifyToken } from '#worker/ledger/token-id.ts'
import { accountColumns, accountLine, nftColumns, nftLine, offerColumns, offerLine } from './copy-text.ts'
import { keepBeginning, mergeRestored } from './merge-restored.ts'
import { LedgerGone, type LedgerState, type PinnedLedger, type StatePage } from './ledger-state.ts'
import { readEntries } from './state-entries.ts'
import {
  abandonRun,
  beginRun,
  buildIndexes,
  findRun,
  type Lane,
  lockBootstrap,
  readLanes,
  type Run,
  whyNotEmpty,
} from './work-tables.ts'

/** Reason why a bootstrap cannot run, as a sentence for the operator. */
export class BootstrapRefused extends Error {
  override name = 'BootstrapRefused'
}

export interface BootstrapProgress {
  phase: 'copy' | 'indexes' | 'offers'
  /** Share that is done, from 0 to 1. */
  share: number
  entries: number
  tokens: number
  offers: number
}

export interface BootstrapOptions {
  databaseUrl: string
  state: LedgerState
  reserves: () => Promise<Reserves>
  rules: MarketRules
  /** Issuers whose tokens, and offers on them, are read; null for all issuers. */
  issuers: string[] | null
  onProgress?: (progress: BootstrapProgress) => void
  onNote?: (sentence: string) => void
  /** Stops the run after the page that is being copied. A later run continues. */
  signal?: AbortSignal
}

export interface BootstrapReport {
  ledger: PinnedLedger
  tokens: number
  offers: number
}

/** Number of parts of the key space that are read concurrently, if the server can start at any key. */
const lanesAtOnce = 4
/** Number of pages per transaction. */
const pagesAtOnce = 3
/** Number of tokens per transaction whose offers are evaluated. */
const judgedAtOnce = 2000

/** Returns the position of a key between the first key (0) and the last key (1). */
const placeOf = (key: string) => Number.parseInt(key.slice(0, 12).padEnd(12, '0'), 16) / 16 ** 12

function lanesOf(count: number): Lane[] {
  const twoDigits = (n: number) => ((256 / count) * n).toString(16).toUpperCase().padStart(2, '0')
  return Array.from({ length: count }, (_, n) => ({
    id: n,
    from: twoDigits(n),
    to: n + 1 === count ? null : twoDigits(n + 1),
    marker: null,
    done: false,
  }))
}

/** Returns the marker before the first key of a lane; null for the first lane. */
const beforeLane = ({ from }: Lane): string | null =>
  from === '00'
    ? null
    : (BigInt(`0x${from.padEnd(64, '0')}`) - 1n).toString(16).toUpperCase().padStart(64, '0')

const endOf = ({ to }: Lane) => (to === null ? 1 : placeOf(to))

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  // The running query reports the error.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

async function copy(client: Client, into: string, lines: string[]) {
  if (lines.length === 0) return
  const stream = client.query(copyFrom(`copy ${into} from stdin`))
  // A broken connection may emit a second error, for which nobody is waiting.
  stream.on('error', () => undefined)
  const finish = once(stream, 'finish')
  stream.end(lines.join(''))
  await finish
}

/** Reads the current state of one validated ledger into an empty index. See docs/bootstrap.md. */
export class Bootstrap {
  private readonly options: BootstrapOptions
  private readonly issuers: Set<string> | null
  private readonly counts = { entries: 0, tokens: 0, offers: 0 }
  private readonly places = new Map<number, number>()

  constructor(options: BootstrapOptions) {
    this.options = options
    this.issuers = options.issuers === null ? null : new Set(options.issuers)
  }

  /**
   * Runs the bootstrap; null if it was stopped. Throws BootstrapRefused, ServerAway and database errors. Calling it again
   * continues.
   */
  async run(): Promise<BootstrapReport | null> {
    const client = await connect(this.options.databaseUrl)
    try {
      if (!(await lockBootstrap(client))) throw new BootstrapRefused('Another bootstrap fills this database.')
      const run = await this.begin(client)
      if (run.phase === 'copy' && !(await this.copyState(client, run))) return null
      if (!(await this.derive(client, run))) return null
      await this.handOver(client, run.ledger)
      const { rows } = await client.query<{ tokens: string; offers: string }>(
        'select (select count(*) from nfts)::text as tokens, (select count(*) from offers)::text as offers',
      )
      return { ledger: run.ledger, tokens: Number(rows[0]?.tokens), offers: Number(rows[0]?.offers) }
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  private get isStopped(): boolean {
    return this.options.signal?.aborted === true
  }

  private report(phase: BootstrapProgress['phase'], share: number) {
    this.options.onProgress?.({ phase, share, ...this.counts })
  }

  /** Returns the interrupted run if its ledger is still available; otherwise begins a new run. */
  private async begin(client: Client): Promise<Run> {
    const { state, issuers, onNote } = this.options
    const before = await findRun(client)
    if (before !== null) {
      const isUnchanged = JSON.stringify(before.issuers) === JSON.stringify(issuers)
      const ledger = await state.pin(before.ledger.index).catch((error: unknown) => {
        if (error instanceof LedgerGone) return null
        throw error
      })
      if (isUnchanged && ledger?.hash === before.ledger.hash && ledger.server === before.ledger.server) {
        onNote?.(`Goes on with ledger ${ledger.index}.`)
        return before
      }
      onNote?.(
        isUnchanged
          ? `Begins again: ledger ${before.ledger.index} is gone, or this is another kind of server.`
          : 'Begins again: the list of issuers is another one.',
      )
      await abandonRun(client)
    }
    const reason = await whyNotEmpty(client)
    if (reason !== null) throw new BootstrapRefused(reason)
    const ledger = await state.pin()
    const lanes = lanesOf((await state.takesStartKeys(ledger.index)) ? lanesAtOnce : 1)
    await beginRun(client, { ledger, issuers }, lanes)
    onNote?.(
      `Reads ledger ${ledger.index} in ${lanes.length} ${lanes.length === 1 ? 'part' : 'parts side by side'}.`,
    )
    return { ledger, issuers, phase: 'copy', judged: '' }
  }

  /** Copies the ledger state. Returns false if it was stopped. */
  private async copyState(client: Client, run: Run): Promise<boolean> {
    const lanes = await readLanes(client)
    for (const lane of lanes)
      this.places.set(lane.id, lane.done ? endOf(lane) : placeOf(lane.marker ?? lane.from))
    const results = await Promise.allSettled(
      lanes.filter(({ done }) => !done).map((lane) => this.copyLane(lane, run.ledger.index)),
    )
    const failedResult = results.find((result) => result.status === 'rejected')
    if (failedResult !== undefined) throw failedResult.reason
    if (this.isStopped) return false
    await client.query("update bootstrap.run set phase = 'derive'")
    return true
  }

  private shareCopied(lanes: number): number {
    return [...this.places].reduce((sum, [id, place]) => sum + place - id / lanes, 0)
  }

  private async copyLane(lane: Lane, ledgerIndex: number) {
    const { state } = this.options
    const client = await connect(this.options.databaseUrl)
    let marker = lane.marker ?? beforeLane(lane)
    try {
      let nextPage = state.page(ledgerIndex, marker)
      for (let isComplete = false; !isComplete && !this.isStopped; ) {
        const pages: StatePage[] = []
        while (pages.length < pagesAtOnce && !isComplete) {
          const page = await nextPage
          marker = page.marker
          isComplete = marker === null || placeOf(marker) >= endOf(lane)
          pages.push(page)
          // Requests the next page while this page is being copied.
          if (!isComplete) nextPage = quiet(state.page(ledgerIndex, marker))
        }
        await this.copyPages(client, lane, pages, { marker, done: isComplete, ledgerIndex })
      }
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  private async copyPages(
    client: Client,
    lane: Lane,
    pages: StatePage[],
    to: { marker: string | null; done: boolean; ledgerIndex: number },
  ) {
    const state = pages
      .flatMap((page) => page.state)
      .filter(({ index }) => lane.to === null || index.slice(0, 2) < lane.to)
    const entries = readEntries(state)
    const isWanted = ({ issuer }: { issuer: string }) => this.issuers?.has(issuer) ?? true
    const [tokens, offers] = [entries.tokens.filter(isWanted), entries.offers.filter(isWanted)]
    await client.query('begin')
    await copy(
      client,
      `nfts (${nftColumns})`,
      tokens.map((token) => nftLine(token, to.ledgerIndex)),
    )
    await copy(client, `offers (${offerColumns})`, offers.map(offerLine))
    await copy(client, `bootstrap.accounts (${accountColumns})`, entries.accounts.map(accountLine))
    await client.query('update bootstrap.lanes set marker = $2, done = $3 where id = $1', [
      lane.id,
      to.marker,
      to.done,
    ])
    await client.query('commit')
    this.counts.entries += state.length
    this.counts.tokens += tokens.length
    this.counts.offers += offers.length
    this.places.set(lane.id, to.done || to.marker === null ? endOf(lane) : placeOf(to.marker))
    this.report('copy', this.shareCopied(this.places.size))
  }

  /**
   * Computes the values that the follower derives from tokens and offers: funded bids, acceptable offers, prices. Returns
   * false if it was stopped.
   */
  private async derive(client: Client, run: Run): Promise<boolean> {
    await buildIndexes(client, 'judging', (count, of) => this.report('indexes', count / of))
    if (run.judged === '') await this.prepareOffers(client, run)
    const reserves = await this.options.reserves()
    const db = drizzle(client)
    let judgedCount = run.judged
    for (;;) {
      if (this.isStopped) return false
      const { rows } = await client.query<{ nft_id: string }>(
        `select distinct nft_id from offers where state = 'open' and nft_id > $1 order by nft_id limit ${judgedAtOnce}`,
        [judgedCount],
      )
      const nftIds = rows.map((row) => row.nft_id)
      const last = nftIds.at(-1)
      if (last === undefined) break
      judgedCount = last
      await db.transaction(async (tx) => {
        const closeTime = dateToRippleTime(run.ledger.closedAt)
        await refreshOffers(tx, {
          nftIds,
          accounts: [],
          closeTime,
          reserves,
          marketplace: this.options.rules.marketplace,
        })
        await writePrices(tx, this.options.rules, nftIds)
        // Uses the same connection and therefore the same transaction.
        await client.query('update bootstrap.run set judged = $1', [last])
      })
      this.report('offers', placeOf(last.slice(8)))
    }
    await buildIndexes(client, 'reading', (count, of) => this.report('indexes', count / of))
    return true
  }

  /**
   * Prepares the data for evaluating offers: burned tokens that still have offers, balances of bidders, trust lines.
   */
  private async prepareOffers(client: Client, { ledger }: Run) {
    await client.query('analyze nfts, offers')
    await this.addBurned(client, ledger)
    await client.query(
      `insert into account_funds (account, balance_drops, owner_count, state_ledger, state_position)
       select a.account, a.balance_drops, a.owner_count, $1, 2147483647 from bootstrap.accounts a
       where a.account in (select owner from offers where not is_sell)
       on conflict do nothing`,
      [ledger.index],
    )
    // The cron reads them from the ledger, as for every new offer.
    await client.query(
      `
      with issued as (
        select owner, nft_id, amount->>'issuer' as issuer, amount->>'currency' as currency from offers where amount_drops is null
      ), lines as (
        select owner as account, issuer, currency from issued
        union
        select n.issuer, i.issuer, i.currency from issued i join nfts n on n.id = i.nft_id where n.transfer_fee > 0
      ), added as (
        insert into trust_lines (account, issuer, currency) select account, issuer, currency from lines where account <> issuer
        on conflict do nothing
      )
      insert into account_settings (account) select issuer from lines
      union select owner from offers where is_sell and destination = $1 on conflict do nothing`,
      [this.options.rules.marketplace],
    )
  }

  /**
   * Adds burned tokens that still have offers. They are no longer in the ledger state, but their offers remain until they
   * are cancelled.
   */
  private async addBurned(client: Client, { index }: PinnedLedger) {
    const { rows } = await client.query<{ nft_id: string }>(
      'select distinct nft_id from offers o where not exists (select 1 from nfts n where n.id = o.nft_id)',
    )
    const lines = rows.map(({ nft_id: id }) => {
      const token = { ...identifyToken(id), id, uri: null }
      return nftLine({ ...token, owner: token.issuer }, index)
    })
    await client.query('begin')
    await copy(client, `nfts (${nftColumns})`, lines)
    await client.query('update nfts set burned = true where id = any($1)', [rows.map((row) => row.nft_id)])
    await client.query('commit')
  }

  /** Sets the cursor, so that the follower continues with the next ledger, or with the one after a restored backup. */
  private async handOver(client: Client, { index, hash, closedAt }: PinnedLedger) {
    await client.query("update offers set funded = false where not is_sell and problem = 'buyer_unfunded'")
    await drizzle(client).transaction(async (tx) => {
      await client.query('drop schema bootstrap cascade')
      const before = await mergeRestored(client)
      await startCursor(tx, before ?? { ledgerIndex: index, ledgerHash: hash, closedAt })
      if (before === null) await startDayFloors(tx)
      else await keepBeginning(client)
    })
  }
}

/** Prevents an unhandled rejection; the error is reported where the promise is awaited. */
function quiet<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  return promise
}
