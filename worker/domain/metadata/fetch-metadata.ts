import { listMedia } from '#db/queries/media.ts'
import { deferMetadata, listMetadataDue, type MetadataDue } from '#db/queries/nfts.ts'
import { storeMetadata } from '#db/queries/traits.ts'
import { errorFacts } from '#worker/contract/error-facts.ts'
import type { Context } from '#worker/domain/context.ts'
import { noteMetadata } from '#worker/domain/event/note-events.ts'
import { mediaCids, readTokenMetadata } from '#worker/ledger/token-metadata.ts'
import { hexToText, ipfsPath } from '#worker/ledger/uri.ts'
import { maxMetadataBytes as maxBytes, readLimited } from '#worker/ledger/read-limited.ts'

const batch = 24
const maxTries = 8

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

async function fetchText({ ipfs, web }: Context, uri: string): Promise<string | null> {
  const path = ipfsPath(uri)
  if (path === null) return web.findText(uri)
  const file = await ipfs.find(path)
  return file === null ? null : readLimited(file.body, maxBytes)
}

/** The JSON at a token's URI (ipfs or https), or null when it cannot be read (yet). */
async function fetchJson(context: Context, uri: string): Promise<unknown> {
  const text = await fetchText(context, uri)
  return text === null ? null : parseJson(text)
}

/** Postpones the next try, with a doubled delay each time; after the last one the token stays without metadata. */
async function tryLater({ db, now }: Context, token: MetadataDue, uri: string) {
  const tries = token.metadataTries + 1
  const dueAt = tries >= maxTries ? null : new Date(now().getTime() + 30_000 * 2 ** tries)
  await deferMetadata(db.read, token.id, uri, tries, dueAt)
}

async function fetchOne(context: Context, token: MetadataDue) {
  const { db, log, now } = context
  const { uri } = token
  if (uri === null) return
  try {
    const address = hexToText(uri)
    const json = address === null ? null : await fetchJson(context, address)
    const found = json === null ? [] : await listMedia(db.read, mediaCids(json))
    const metadata =
      json === null ? null : readTokenMetadata(json, new Map(found.map((row) => [row.cid, row])))
    if (metadata !== null) {
      await db.transaction(async (tx) => {
        if (await storeMetadata(tx, { ...token, uri }, metadata)) await noteMetadata(tx, token, now())
      })
      return
    }
  } catch (error) {
    // Tokens are untrusted input: one of them must not block the others.
    log.warn('metadata_failed', { nftId: token.id, ...errorFacts(error) })
  }
  await tryLater(context, token, uri)
}

/** Fetches metadata that is due, a few at a time, until nothing is left or the time is up. Never blocks the follower. */
export async function fetchMetadata(context: Context, deadline: Date): Promise<number> {
  let fetched = 0
  while (context.now() < deadline) {
    const due = await listMetadataDue(context.db.read, context.rules, batch)
    if (due.length === 0) break
    for (let start = 0; start < due.length; start += 4) {
      if (context.now() >= deadline) return fetched
      await Promise.all(due.slice(start, start + 4).map((token) => fetchOne(context, token)))
    }
    fetched += due.length
  }
  return fetched
}
