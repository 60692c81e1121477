import { maxFiles } from './file-limits.ts'

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject))
}

/** Returns the entries of a folder. Browsers return up to 100 per call. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const entries: FileSystemEntry[] = []
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (batch.length === 0 || entries.length > maxFiles) return entries
    entries.push(...batch)
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

/** Returns true for files that operating systems add to folders: `.DS_Store`, `Thumbs.db`. */
export const isSystemFile = (name: string): boolean =>
  name.startsWith('.') || /^(thumbs\.db|desktop\.ini)$/i.test(name)

async function filesOf(entry: FileSystemEntry): Promise<File[]> {
  if (isSystemFile(entry.name)) return []
  if (isFile(entry)) return [await fileOf(entry)]
  if (!isFolder(entry)) return []
  const inside: File[] = []
  for (const child of await childrenOf(entry)) inside.push(...(await filesOf(child)))
  return inside
}

/** Returns the dropped files, including those in folders. */
export async function droppedFiles(transfer: DataTransfer): Promise<File[]> {
  // The list is emptied after the event, so read everything before the first await.
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry())
  const plain = [...transfer.files]
  if (entries.every((entry) => entry === null || entry.isFile)) return plain
  const files: File[] = []
  for (const entry of entries) if (entry !== null) files.push(...(await filesOf(entry)))
  return files
}

export const isMetadata = ({ name }: Pick<File, 'name'>): boolean => /\.(json|txt|csv|tsv|tab)$/i.test(name)
