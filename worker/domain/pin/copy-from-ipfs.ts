import { Refusal } from '#contract/words/refusal.ts'
import { type Sentence, sentence, t } from '#contract/words/sentence.ts'
import { findMedia, useMedia } from '#db/queries/media/files.ts'
import type { Context } from '#worker/domain/context.ts'
import { octets } from '#worker/domain/media/find-file.ts'
import { inspectFile } from '#worker/domain/media/inspect-file.ts'
import { keepFile } from '#worker/domain/media/keep-file.ts'
import { discardFiles } from '#worker/domain/media/receive-file.ts'
import { firstPartBytes, recognizeFile } from '#worker/domain/media/recognize-file.ts'
import { stageFile } from '#worker/domain/media/stage-file.ts'

/** A failure that no retry can fix. */
export class PermanentPinError extends Error {}

/** Returns the refusal for a pin whose blocks the gateways do not have. The pin is retried. */
export const notOnGatewaysRefusal = (message: Sentence) => new Refusal('pinning_unavailable', message)

/** Collects the first bytes of a file that arrives in blocks. */
function createHead() {
  let head = new Uint8Array()
  return {
    write(block: Uint8Array) {
      if (head.length < firstPartBytes) head = Buffer.concat([head, block]).subarray(0, firstPartBytes)
    },
    bytes: () => head,
  }
}

/**
 * Copies a file from the IPFS gateways to our store, within the quota of an account. An existing file is not replaced.
 * Only bytes that match the CID are stored. Returns the CID of the file itself. Throws PermanentPinError, Refusal:
 * pinning_unavailable, storage_quota, storage_full, storage_unavailable.
 */
export async function copyFromIpfs(context: Context, path: string, account: string): Promise<string> {
  const { db, ipfs, now } = context
  const cid = path.includes('/') ? await ipfs.findCid(path) : path
  if (cid === null) throw notOnGatewaysRefusal(sentence('No IPFS gateway can prove which file this is.'))
  const present = await findMedia(db.http, path)
  if (present !== null && present.s3Key !== null) return cid
  const file = await ipfs.find(path)
  if (file === null) throw notOnGatewaysRefusal(sentence('No IPFS gateway returns this file at the moment.'))
  const id = crypto.randomUUID()
  const stagedFile = stageFile(context, account, id)
  const head = createHead()
  try {
    const inspection = await inspectFile(
      file.body,
      async (block) => {
        head.write(block)
        await stagedFile.write(block)
      },
      !cid.startsWith('Qm'),
    )
    if (!file.isVerified && inspection.cid !== cid)
      throw new PermanentPinError(t('This file is too large to be verified, so no copy of it is stored.'))
    await stagedFile.end()
    const facts = (await recognizeFile(head.bytes())) ?? { contentType: octets, width: null, height: null }
    await keepFile(context, { id, cid: path, bytes: inspection.bytes, facts })
    await useMedia(db.http, [path], now())
    return cid
  } catch (error) {
    await discardFiles(context, [{ id }])
    throw error
  }
}
