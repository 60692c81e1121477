import { Unzip, UnzipInflate } from 'fflate'
import { t } from '#web/messages.ts'
import { isSystemFile } from './dropped-files.ts'
import { baseOf } from './parse-metadata.ts'

/** Maximum total size of the unpacked files. They stay in browser memory until they are uploaded. */
const maxUnpackedBytes = 2 * 1024 * 1024 * 1024

/** Returns true for files that operating systems add to archives: `__MACOSX/._1.png`, `.DS_Store`, `Thumbs.db`. */
const isHidden = (path: string) =>
  path
    .split(/[\\/]/)
    .filter((part) => part !== '.' && part !== '..')
    .some((part) => part === '__MACOSX' || isSystemFile(part))
const isFolder = (path: string) => /[\\/]$/.test(path)

/** The record at the end of an archive, before a comment of at most 64 KB. Source: PKWARE APPNOTE 4.3.16. */
const endRecord = { signature: 'PK\u0005\u0006', maxBytes: 22 + 65_535 }

/** Returns false for a truncated archive, whose first files the library would otherwise extract. */
async function isWhole(archive: Blob): Promise<boolean> {
  const tail = await archive.slice(-endRecord.maxBytes).arrayBuffer()
  return new TextDecoder('latin1').decode(tail).includes(endRecord.signature)
}

/**
 * Unpacks the files of a ZIP archive while reading it, without folders. Stops as soon as the archive exceeds a limit.
 * Throws an Error whose message is meant for the user.
 */
export async function filesOfZip(
  archive: File,
  maxFiles: number,
  maxBytes = maxUnpackedBytes,
): Promise<File[]> {
  const files: File[] = []
  let unpackedBytes = 0
  let startedCount = 0
  const fail = (reason: string): never => {
    throw new Error(reason)
  }
  const damagedText = t('{name} cannot be unpacked: it is damaged or password-protected.', {
    name: archive.name,
  })
  if (!(await isWhole(archive))) fail(damagedText)
  const unzip = new Unzip((entry) => {
    if (isFolder(entry.name) || isHidden(entry.name)) return
    startedCount += 1
    if (startedCount > maxFiles)
      fail(t('{name} has more than {maxFiles} files.', { name: archive.name, maxFiles }))
    const parts: Uint8Array<ArrayBuffer>[] = []
    entry.ondata = (error, chunk, isLast) => {
      if (error !== null) throw error
      unpackedBytes += chunk.length
      if (unpackedBytes > maxBytes) fail(t('{name} unpacks to more than 2 GB.', { name: archive.name }))
      parts.push(new Uint8Array(chunk))
      if (isLast) files.push(new File(parts, baseOf(entry.name)))
    }
    entry.start()
  })
  unzip.register(UnzipInflate)
  const reader = archive.stream().getReader()
  try {
    for (;;) {
      const { value, done } = await reader.read()
      unzip.push(value ?? new Uint8Array(), done)
      if (done) break
    }
  } catch (error) {
    await reader.cancel()
    // The library's own errors have a numeric `code`.
    if (error instanceof Error && !('code' in error)) throw error
    fail(damagedText)
  }
  if (startedCount === 0 || files.length < startedCount) fail(damagedText)
  return files
}
