import type { MediaRow } from '#db/queries/media.ts'
import { mediaKind, type StoredFile } from '#worker/contract/media-files.ts'

/** A file of ours as the API shows it. */
export function storedFile(row: MediaRow): StoredFile {
  return {
    cid: row.cid,
    bytes: row.bytes,
    kind: mediaKind(row.contentType),
    src: `/media/ipfs/${row.cid}`,
    contentType: row.contentType,
    width: row.width,
    height: row.height,
    color: row.color,
  }
}
