import { sentence } from '#contract/words/sentence.ts'
import { listMedia } from '#db/queries/media/files.ts'
import { listWorkFiles } from '#db/queries/media/work-files.ts'
import { queryNft } from '#db/queries/nft/nfts.ts'
import { listPinStates, requestPins } from '#db/queries/pin/pins.ts'
import type { KeepCopyReply } from '#contract/schemas/permanence.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { isRecorded } from '#worker/domain/media/record-files.ts'
import { requireStorage } from '#worker/domain/media/reserve-storage.ts'
import { metadataPlace, namedFiles, pathOfSource } from '#worker/domain/media/named-files.ts'
import { ipfsSource } from '#contract/rules/media.ts'
import { maxMetadataBytes } from '#worker/ledger/read-limited.ts'
import { listPins } from './list-pins.ts'
import { pinSoon } from './run-pins.ts'

/**
 * Copies the IPFS files of an account's own work to our store and pins them, within the account's quota. Files outside
 * IPFS are copied for all works in any case. Repeating the call changes nothing, except that failed files are retried.
 * Throws Refusal: not_found, not_owner, insufficient_funds, storage_quota, storage_full.
 */
export async function keepCopy(context: Context, actor: Actor, id: string): Promise<KeepCopyReply['data']> {
  const { db } = context
  const [row] = await queryNft(db.http, id)
  if (row === undefined)
    throw new Refusal('not_found', sentence('There is no NFT with this NFTokenID in our index.'))
  if (row.owner !== actor.account || row.burned)
    throw new Refusal('not_owner', sentence('Only the owner of a work can request copies of its files.'))
  const document = metadataPlace(row)?.path ?? null
  const media =
    row.metadata === null ? [] : namedFiles(row.metadata).flatMap(({ src }) => pathOfSource(src) ?? [])
  const cids = new Set([...media, ...(document === null ? [] : [document])])
  const paths = [...cids].filter((path) => isRecorded(ipfsSource(path)))
  const [storedFiles, files, pins] = await Promise.all([
    listMedia(db.http, paths),
    listWorkFiles(db.http, paths.map(ipfsSource)),
    listPinStates(db.http, paths),
  ])
  // A held file belongs to an unrevealed work, and is released with that work.
  const pathsToPin = paths.filter((path) => !pins.some(({ cid, state }) => cid === path && state === 'held'))
  const newPaths = pathsToPin.filter(
    (path) => !storedFiles.some(({ cid, s3Key }) => cid === path && s3Key !== null),
  )
  const bytesOf = (path: string) =>
    files.find(({ address }) => address === path)?.bytes ?? (path === document ? maxMetadataBytes : 0)
  const bytes = newPaths.reduce((sum, path) => sum + bytesOf(path), 0)
  if (newPaths.length > 0) await requireStorage(context, actor.account, { bytes, files: newPaths.length })
  await db.transaction((tx) =>
    requestPins(
      tx,
      actor.account,
      pathsToPin.map((cid) => ({ cid, isForeign: newPaths.includes(cid) })),
    ),
  )
  pinSoon(context)
  const { pins: states } = await listPins(context, actor, pathsToPin)
  return { bytes, pins: states }
}
