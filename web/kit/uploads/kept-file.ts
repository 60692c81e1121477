import { type MediaUse, mediaKind, type StoredFile } from '#worker/contract/media-files.ts'
import { capturePoster } from './capture-poster.ts'
import { isSending, type Upload, uploadFile } from './upload-file.ts'

/** A file that the marketplace has, with the name that its owner gave it. */
export interface KeptFile {
  name: string
  cid: string
  /** Null when it was not measured here. */
  bytes: number | null
  src: string
  kind: StoredFile['kind']
  /** Of a picture that stands for a film. */
  posterCid: string | null
}

/** The file of an upload once it has arrived. A paused upload continues by itself. Rejects when it is refused. */
function arrival(upload: Upload): Promise<StoredFile> {
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

/** A film gets a poster; one that cannot be made is done without. */
async function posterOf(file: File, account: string): Promise<string | null> {
  const poster = await capturePoster(file)
  if (poster === null) return null
  try {
    return (await arrival(uploadFile(poster, 'display', account))).cid
  } catch {
    return null
  }
}

/** What is kept of a file that has arrived. */
export async function keptFile(
  file: File,
  stored: StoredFile,
  use: MediaUse,
  account: string,
): Promise<KeptFile> {
  const kind = mediaKind(stored.contentType ?? '')
  const posterCid = use === 'display' && kind === 'video' ? await posterOf(file, account) : null
  return { name: file.name, cid: stored.cid, bytes: stored.bytes, src: stored.src, kind, posterCid }
}
