import {
  beginMetadataTry,
  deferMetadata,
  deferMetadataAgain,
  listMetadataAgain,
  listMetadataDue,
  listMetadataUnneeded,
  type MetadataDue,
  queryMetadataRead,
} from '#db/queries/nft/nfts.ts'
import { storeMetadata } from '#db/queries/collection/traits.ts'
import { recordContentChange } from '#db/queries/ledger-index/last-change.ts'
import { errorFacts } from '#contract/words/error-facts.ts'
import type { Context } from '#worker/domain/context.ts'
import { recordFiles } from '#worker/domain/media/record-files.ts'
import { noteMetadata } from '#worker/domain/event/note-events.ts'
import { metadataProblem } from '#contract/words/metadata-problems.ts'
import { readUri, webUrl } from '#worker/ledger/uri.ts'
import type { FetchProblem } from '#worker/ports/web/port.ts'
import { looksVerified } from '#worker/domain/people/check-name.ts'
import { type MetadataReading, readMetadata } from './read-metadata.ts'

/**
 * Maximum number of parallel fetches: in total, per issuer, per host, and for metadata that is read again; and of
 * tokens listed at a time.
 */
const limits = { together: 8, ofIssuer: 3, ofHost: 4, listed: 200, again: 2, againInRun: 100 }
/** A host that takes longer is served after the others. */
const slowAfterMs = 4000
/** Tokens of other issuers may become due while hosts hang. */
const lookAgainMs = 500
const unlimitedHost = 'ipfs'
const maxTries = 8
/** Maximum number of tries for metadata that is already stored and can only be improved. */
const maxTriesAgain = 3
/** Maximum duration of a try. If a try takes longer, its process was killed. */
const longestTryMs = 300_000

/** Our database or one of our ports failed, so the token is not the cause. */
const failure: FetchProblem = { problem: metadataProblem('fault'), isFinal: false }

type TokenToRead = Omit<MetadataDue, 'metadataTries'>

const mostTries = ({ again }: MetadataDue) => (again ? maxTriesAgain : maxTries)
const nextTry = (now: Date, tries: number, leastMs = 0) =>
  new Date(now.getTime() + Math.max(leastMs, 30_000 * 2 ** tries))

/**
 * Postpones the next try, with a doubled delay each time. After the last try, or if no try can succeed, the token stays
 * without metadata.
 */
async function tryLater({ db, now }: Context, token: MetadataDue, { problem, isFinal }: FetchProblem) {
  const tries = token.metadataTries + 1
  const isLast = isFinal || tries >= mostTries(token)
  const dueAt = isLast ? null : nextTry(now(), tries)
  if (token.again) await deferMetadataAgain(db.http, token, { tries, dueAt })
  else await deferMetadata(db.http, token, { tries, dueAt, problem })
}

/** Stores metadata that was read. If it differs from before, bids on the work are marked and subscribers are told. */
async function storeReading({ db, now }: Context, token: TokenToRead, metadataReading: MetadataReading) {
  const collection = metadataReading.describe(new Map()).collection
  // Anyone can write any name into metadata.
  const imitatesVerified = collection !== null && (await looksVerified(db.http, token.issuer, collection))
  await db.transaction(async (tx) => {
    const metadata = metadataReading.describe(await recordFiles(tx, token, metadataReading.addresses))
    const markedMetadata = imitatesVerified ? { ...metadata, imitatesVerified } : metadata
    const { isChanged, isSameUri } = await storeMetadata(tx, token, markedMetadata)
    // A newer reader extracts more from the same document. The document itself has not changed.
    if (!isChanged || token.again) return
    if (isSameUri) await recordContentChange(tx, token.id)
    await noteMetadata(tx, token, now())
  })
}

/** Reads the metadata of a token. Stores the metadata, or the reason why it cannot be read. */
export async function fetchTokenMetadata(context: Context, token: MetadataDue): Promise<void> {
  const { db, log } = context
  try {
    const isBegun = await beginMetadataTry(
      db.http,
      token,
      nextTry(context.now(), token.metadataTries + 1, longestTryMs),
    )
    if (!isBegun) return
    // The process was killed during the last try.
    if (token.metadataTries >= mostTries(token)) return await tryLater(context, token, failure)
    const metadataReading = await readMetadata(context, token)
    if ('problem' in metadataReading) {
      await tryLater(context, token, metadataReading)
      return
    }
    await storeReading(context, token, metadataReading)
  } catch (error) {
    // Tokens are untrusted input. A faulty token must not block other tokens.
    log.warn('metadata_failed', { nftId: token.id, ...errorFacts(error) })
    await tryLater(context, token, failure)
  }
}

/** Longest wait for metadata that is read again before a signature. Later, what was read before counts. */
const rereadPatienceMs = 5000

/** True if the address of a token's metadata can return something else tomorrow. */
const canChange = (uri: string | null) => uri === null || readUri(uri)?.at === 'web'

/**
 * Reads the metadata of works again before someone signs a sale of them at a bid. Issuers can change what a web address
 * returns at any time, and nothing on the ledger shows it. If a host does not answer, what was read before counts.
 */
export async function rereadMetadata(context: Context, ids: string[]): Promise<void> {
  const { db, log, afterReply } = context
  const works = (await queryMetadataRead(db.http, ids)).filter(({ uri }) => canChange(uri))
  if (works.length === 0) return
  const reading = Promise.all(
    works.map(async (work) => {
      try {
        const metadataReading = await readMetadata(context, work)
        if (!('problem' in metadataReading)) await storeReading(context, work, metadataReading)
      } catch (error) {
        log.warn('metadata_failed', { nftId: work.id, ...errorFacts(error) })
      }
    }),
  )
  afterReply(reading)
  await Promise.race([reading, new Promise((resolve) => setTimeout(resolve, rereadPatienceMs))])
}

/**
 * Returns the host of a token's metadata. IPFS counts as one host without a limit, and so does metadata inside a URI.
 */
function hostOf({ uri, issuer }: MetadataDue, arweaveGateway: string): string {
  const address = uri === null ? null : readUri(uri)
  if (uri === null) return `domain of ${issuer}`
  if (address === null || address.at === 'ipfs' || address.at === 'data') return unlimitedHost
  return URL.parse(webUrl(address, arweaveGateway))?.host ?? ''
}

interface Fetch {
  issuer: string
  host: string
  again: boolean
}

/** Limits parallel downloads per issuer and host. */
class Slots {
  readonly #arweaveGateway: string
  /** Each token is tried once per run, whatever the result. */
  readonly #tried = new Set<string>()
  readonly #underway = new Map<string, Fetch & { work: Promise<void> }>()
  #againCount = 0
  /** Slow hosts: all of them together get one fetch at a time, after everything else. */
  readonly #slowHosts = new Set<string>()

  constructor({ settings }: Context) {
    this.#arweaveGateway = settings.arweaveGateway
  }

  readonly #hostOf = (token: MetadataDue) => hostOf(token, this.#arweaveGateway)

  readonly #count = (matches: (fetch: Fetch) => boolean) =>
    [...this.#underway.values()].filter(matches).length

  get isFull(): boolean {
    return this.#underway.size >= limits.together
  }

  /** True if a token's metadata can be fetched now. */
  admits(token: MetadataDue): boolean {
    const host = this.#hostOf(token)
    if (this.isFull || this.#tried.has(token.id)) return false
    if (
      token.again &&
      (this.#againCount >= limits.againInRun || this.#count(({ again }) => again) >= limits.again)
    )
      return false
    if (this.#count(({ issuer }) => issuer === token.issuer) >= limits.ofIssuer) return false
    if (this.#slowHosts.has(host)) return this.#count((fetch) => this.#slowHosts.has(fetch.host)) === 0
    return host === unlimitedHost || this.#count((fetch) => fetch.host === host) < limits.ofHost
  }

  start(context: Context, token: MetadataDue): void {
    const host = this.#hostOf(token)
    this.#tried.add(token.id)
    if (token.again) this.#againCount += 1
    const begunAt = context.now().getTime()
    const work = fetchTokenMetadata(context, token).finally(() => {
      this.#underway.delete(token.id)
      if (host !== unlimitedHost && context.now().getTime() - begunAt >= slowAfterMs)
        this.#slowHosts.add(host)
    })
    this.#underway.set(token.id, { issuer: token.issuer, host, again: token.again, work })
  }

  /** Returns the next token to fetch, preferably from a fast host. */
  next(tokens: MetadataDue[]): MetadataDue | null {
    const admittedTokens = tokens.filter((token) => this.admits(token))
    return (
      admittedTokens.find((token) => !this.#slowHosts.has(this.#hostOf(token))) ?? admittedTokens[0] ?? null
    )
  }

  /**
   * Waits until a fetch has ended, or until other tokens may have become due. Returns false if there is nothing left to
   * wait for.
   */
  async waitForEnd(): Promise<boolean> {
    if (this.#underway.size === 0) return false
    const works = [...this.#underway.values()].map(({ work }) => work)
    await Promise.race([...works, new Promise((resolve) => setTimeout(resolve, lookAgainMs))])
    return true
  }
}

async function listDue({ db, rules }: Context): Promise<MetadataDue[]> {
  const tokens = await listMetadataDue(db.http, rules, { ofIssuer: limits.together, limit: limits.listed })
  if (tokens.length > 0) return tokens
  const unneededTokens = await listMetadataUnneeded(db.http, rules, limits.listed)
  return unneededTokens.length > 0 ? unneededTokens : listMetadataAgain(db.http, rules, limits.listed)
}

/**
 * Fetches metadata that is due, a few tokens at a time, until nothing is left or the deadline has passed. Hosts that
 * hang delay neither the follower nor the tokens of other issuers.
 */
export async function fetchMetadata(context: Context, deadline: Date): Promise<number> {
  const slots = new Slots(context)
  let fetchedCount = 0
  let queue: MetadataDue[] = []
  while (context.now() < deadline) {
    let token = slots.next(queue)
    if (token === null && !slots.isFull) {
      queue = await listDue(context)
      token = slots.next(queue)
    }
    if (token === null) {
      if (!(await slots.waitForEnd())) break
      continue
    }
    queue = queue.filter((queuedToken) => queuedToken !== token)
    slots.start(context, token)
    fetchedCount += 1
  }
  while (await slots.waitForEnd());
  return fetchedCount
}
