import type { Executor } from '#db/executor.ts'
import { eventRows, writeEvents } from '#db/queries/event/log.ts'

interface NotedCollection {
  id: string
  issuer: string
  taxon: number
}

/**
 * Logs that a collection was announced or verified, once each. Must be the last step of the transaction that changes
 * the collection.
 */
export function noteCollection(
  tx: Executor,
  kind: 'collection_announced' | 'collection_verified',
  { id, issuer, taxon }: NotedCollection,
  actor: string,
  at: Date,
): Promise<void> {
  return writeEvents(
    tx,
    eventRows([{ kind, key: `${kind}:${id}`, at, issuer, taxon, actor, account: issuer }]),
  )
}

/** Logs the first time that an account follows another one. */
export function noteFollow(tx: Executor, actor: string, account: string, at: Date): Promise<void> {
  return writeEvents(
    tx,
    eventRows([{ kind: 'followed', key: `followed:${actor}:${account}`, at, actor, account }]),
  )
}

/** Logs that the metadata of a work has changed. */
export function noteMetadata(
  tx: Executor,
  { id, issuer, taxon }: { id: string; issuer: string; taxon: number },
  at: Date,
): Promise<void> {
  const key = `metadata:${crypto.randomUUID()}`
  return writeEvents(tx, eventRows([{ kind: 'metadata_changed', key, at, nftId: id, issuer, taxon }]))
}
