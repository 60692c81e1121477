import { type MediaUse, mediaKind, type StoredFile } from '#contract/rules/media-files.ts'
import { capturePoster } from './capture-poster.ts'
import { isSending, type Upload, uploadFile } from './upload-file.ts'

/** A stored file, with its original name. */
export interface KeptFile {
  name: string
  cid: string
  /** Null if the size was not measured in this browser. */
  bytes: number | null
  src: string
  kind: StoredFile['kind']
  /** CID of a video's still picture; null for other files. */
  posterCid: string | null
}

/** Resolves to the stored file. A paused upload resumes automatically. Rejects if the file is refused. */
function waitForArrival(upload: Upload): Promise<StoredFile> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const state = upload.get()
      if (isSending(state)) return
      leave()
      if (state.stored !== null) return resolve(state.stored)
      upload.cancel()
      reject(new Error(state.message ?? 'The upload was cancelled.'))
    }
    const leave = upload.subscribe(look)
    look()
  })
}

/** Uploads the poster of a video and returns its CID; null if no poster can be made. */
async function posterOf(file: File, account: string): Promise<string | null> {
  const poster = await capturePoster(file)
  if (poster === null) return null
  try {
    return (await waitForArrival(uploadFile(poster, 'display', account))).cid
  } catch {
    return null
  }
}

/** Returns the part of a stored file that drafts contain. */
export async function keptFile(
  file: File,
  storedFile: StoredFile,
  use: MediaUse,
  account: string,
): Promise<KeptFile> {
  const kind = mediaKind(storedFile.contentType ?? '')
  const posterCid = use === 'display' && kind === 'video' ? await posterOf(file, account) : null
  return {
    name: file.name,
    cid: storedFile.cid,
    bytes: storedFile.bytes,
    src: storedFile.src,
    kind,
    posterCid,
  }
}
