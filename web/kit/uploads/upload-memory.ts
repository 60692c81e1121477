/** How far an upload came: kept in the browser, so that the same file goes on where it was left. */
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

function isKept(value: unknown): value is KeptUpload & { at: number } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'string' &&
    'partBytes' in value &&
    'parts' in value &&
    Array.isArray(value.parts) &&
    'at' in value &&
    typeof value.at === 'number'
  )
}

function read(key: string): KeptUpload | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return isKept(value) && Date.now() - value.at < keepMs ? value : null
  } catch {
    return null
  }
}

/** The memory of one file's upload; what is a day old is forgotten with it. */
export function uploadMemory(account: string, use: string, file: File) {
  const key = keyOf(account, use, file)
  for (const other of Object.keys(localStorage))
    if (other.startsWith(prefix) && read(other) === null) localStorage.removeItem(other)
  return {
    find: () => read(key),
    keep: (upload: KeptUpload) => localStorage.setItem(key, JSON.stringify({ ...upload, at: Date.now() })),
    forget: () => localStorage.removeItem(key),
  }
}
