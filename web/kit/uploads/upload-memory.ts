import { hasKeys, createStoredValue } from '#web/ui/persisted.ts'

/** The progress of an upload, stored in the browser so that the same file resumes where the upload stopped. */
export interface KeptUpload {
  id: string
  partBytes: number
  parts: { number: number; etag: string }[]
}

const keepMs = 24 * 3_600_000
const prefix = 'opx_upload:'

function keyOf(account: string, use: string, file: File): string {
  return `${prefix}${account}:${use}:${file.size}:${file.lastModified}:${file.name.slice(0, 100)}`
}

const hasFields = hasKeys<KeptUpload & { at: number }>('id', 'partBytes', 'parts', 'at')
const isFresh = (value: unknown): value is KeptUpload & { at: number } =>
  hasFields(value) &&
  typeof value.id === 'string' &&
  Array.isArray(value.parts) &&
  typeof value.at === 'number' &&
  Date.now() - value.at < keepMs

/** Reads and stores the progress of one file's upload. Removes entries older than a day. */
export function uploadMemory(account: string, use: string, file: File) {
  for (const key of Object.keys(localStorage)) {
    const otherTabs = createStoredValue(localStorage, key, isFresh)
    if (key.startsWith(prefix) && otherTabs.read() === null) otherTabs.remove()
  }
  const storage = createStoredValue(localStorage, keyOf(account, use, file), isFresh)
  return {
    find: (): KeptUpload | null => storage.read(),
    keep: (upload: KeptUpload) => storage.write({ ...upload, at: Date.now() }),
    forget: storage.remove,
  }
}
