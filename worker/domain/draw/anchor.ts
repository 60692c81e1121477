import {
  findOpenAnchor,
  insertAnchor,
  lockWaitingEntries,
  loseAnchor,
  storeBeacon,
  validateAnchor,
} from '#db/queries/draw/anchors.ts'
import { anchorRoot, bytesToHex, ledgerHash } from '#draw-verifier/draws.ts'
import type { Context } from '#worker/domain/context.ts'
import { settle } from '#worker/domain/journal/settle.ts'
import type { StatedHeader } from '#worker/ports/ledger/port.ts'
import { anchorMemos } from '#worker/ledger/draw-memos.ts'

/** Begins an anchor for all waiting entries, unless an anchor is in progress. */
async function beginAnchor({ db }: Context): Promise<void> {
  await db.transaction(async (tx) => {
    const entries = await lockWaitingEntries(tx)
    if (entries.length === 0) return
    const root = bytesToHex(await anchorRoot(entries))
    await insertAnchor(tx, { id: crypto.randomUUID(), root }, entries)
  })
}

/**
 * Advances the one anchor in progress, or begins the next. An anchor that no ledger includes returns its entries, so
 * that the next one contains all entries that wait by then.
 */
export async function advanceAnchors(context: Context): Promise<void> {
  const { db, log } = context
  if ((await findOpenAnchor(db.http)) === null) await beginAnchor(context)
  const anchor = await findOpenAnchor(db.http)
  if (anchor === null) return
  const { id, root, count } = anchor
  await settle(
    context,
    {
      purpose: `anchor:${id}`,
      kind: 'anchor',
      counterparty: null,
      giveUpAfter: 1,
      fields: { TransactionType: 'AccountSet', Memos: anchorMemos({ root, count }) },
      order: (tx) => ({ kind: 'anchor', tx, root, count }),
    },
    (tx, entry) => validateAnchor(tx, id, { txid: entry.hash, ledgerIndex: entry.ledgerIndex }),
    (tx, entry) => {
      log.warn('anchor_lost', { id, result: entry?.meta.TransactionResult })
      return loseAnchor(tx, id)
    },
  )
}

/** Returns why the servers' answers for a ledger give no beacon; null if they give one. */
export async function headerProblem(
  statedHeaders: StatedHeader[],
  index: number,
): Promise<'header_without_hash' | 'beacon_disputed' | null> {
  const hashes = await Promise.all(statedHeaders.map(({ header }) => ledgerHash(header)))
  if (statedHeaders.some(({ hash, header }, i) => hashes[i] !== hash || header.ledgerIndex !== index))
    return 'header_without_hash'
  return new Set(hashes).size > 1 ? 'beacon_disputed' : null
}

/**
 * Stores the headers of beacons, each once all servers in rotation have it and agree, because one lying server must not
 * influence a draw.
 */
export async function storeBeacons({ db, ledger, log }: Context, indexes: number[]): Promise<void> {
  for (const index of indexes) {
    const statedHeaders = await ledger.findHeaders(index)
    const [first] = statedHeaders ?? []
    if (statedHeaders === null || first === undefined) continue
    const problem = await headerProblem(statedHeaders, index)
    if (problem !== null) {
      log.error(problem, { ledgerIndex: index, hashes: statedHeaders.map(({ hash }) => hash).join(' ') })
      continue
    }
    await storeBeacon(db.http, {
      ledgerIndex: index,
      hash: first.hash,
      header: first.header,
    })
  }
}
