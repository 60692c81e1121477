import { markRevealed } from '#db/queries/demand/items.ts'
import { listUnpublishedPrints } from '#db/queries/edition/editions.ts'
import { insertMedia } from '#db/queries/media/files.ts'
import { requestPins } from '#db/queries/pin/pins.ts'
import { lockFile } from '#db/queries/upload/uploads.ts'
import type { Executor } from '#db/executor.ts'
import type { Context } from '#worker/domain/context.ts'
import { storageKey } from '#worker/domain/media/find-file.ts'
import { pinSoon } from '#worker/domain/pin/run-pins.ts'
import { processRows } from '#worker/domain/stages.ts'

const batch = 50

interface PrintDocument {
  cid: string
  document: string
  issuer: string
  /** CIDs of the files that the document names. They are pinned first. */
  files: string[]
}

/** Stores the metadata of a print and requests its pin. */
export async function storePrint(
  { storage }: Context,
  tx: Executor,
  { cid, document, issuer, files }: PrintDocument,
): Promise<void> {
  const bytes = new TextEncoder().encode(document)
  const s3Key = storageKey(cid)
  const contentType = 'application/json'
  await lockFile(tx, cid)
  await storage.put(s3Key, bytes, contentType)
  await insertMedia(tx, { cid, s3Key, contentType, bytes: bytes.length })
  await requestPins(tx, issuer, [{ cid, after: files }])
}

/**
 * Stores and pins the metadata of sold prints. Until then the database contains the text, so nothing is lost if the
 * store does not answer. Counts towards no quota, because the print is paid for.
 */
export async function publishPrints(context: Context, until: Date): Promise<void> {
  const { db } = context
  const prints = await listUnpublishedPrints(db.http, batch)
  await processRows(
    context,
    { what: 'print', until },
    prints,
    async ({ id, issuer, document, metadataCid: cid, files }) => {
      await db.transaction(async (tx) => {
        await storePrint(context, tx, { cid, document, issuer, files })
        await markRevealed(tx, id)
      })
    },
  )
  if (prints.length > 0) pinSoon(context)
}
