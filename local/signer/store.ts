import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { codeOf, StackError } from '#local/lib/stack-error.ts'
import type { Payload, UserToken } from './types.ts'

export interface SignerStore {
  payloads: Map<string, Payload>
  tokens: Map<string, UserToken>
  /** Schedules a write of the file. Call it after each change. */
  changed: () => void
  close: () => Promise<void>
}

interface Saved {
  payloads: Payload[]
  tokens: UserToken[]
}

/**
 * Opens a store for payloads and push tokens in memory. With a folder, they are also saved in a JSON file, so that they
 * survive a restart of the stack.
 */
export async function openSignerStore(dir: string | undefined): Promise<SignerStore> {
  const payloads = new Map<string, Payload>()
  const tokens = new Map<string, UserToken>()
  if (dir === undefined) return { payloads, tokens, changed: () => undefined, close: async () => undefined }

  await mkdir(dir, { recursive: true })
  const file = path.join(dir, 'signer.json')
  try {
    const snapshot = JSON.parse(await readFile(file, 'utf8')) as Saved
    for (const payload of snapshot.payloads) payloads.set(payload.uuid, payload)
    for (const token of snapshot.tokens) tokens.set(token.token, token)
  } catch (error) {
    if (error instanceof SyntaxError) {
      throw new StackError(`${file} is broken: delete it, or start over with npm run reset.`)
    }
    if (codeOf(error) !== 'ENOENT') throw error
  }

  let timer: NodeJS.Timeout | null = null
  let lastWrite: Promise<void> = Promise.resolve()
  async function write(): Promise<void> {
    const snapshot: Saved = { payloads: [...payloads.values()], tokens: [...tokens.values()] }
    await writeFile(`${file}.new`, JSON.stringify(snapshot))
    await rename(`${file}.new`, file)
  }
  function flush(): Promise<void> {
    timer = null
    lastWrite = lastWrite.then(write)
    return lastWrite
  }
  return {
    payloads,
    tokens,
    changed: () => {
      timer ??= setTimeout(() => void flush(), 50)
    },
    close: async () => {
      if (timer === null) return lastWrite
      clearTimeout(timer)
      return flush()
    },
  }
}
