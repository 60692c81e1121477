import type { MediaUse, StoredFile } from '#worker/contract/media-files.ts'
import { call } from '#web/api/call.ts'
import { ApiError, isPassing, sentenceOf } from '#web/api/error.ts'
import { PartError, putPart } from './put-part.ts'
import { whenLineReturns } from './when-line-returns.ts'
import { type KeptUpload, uploadMemory } from './upload-memory.ts'

export interface UploadState {
  phase: 'sending' | 'paused' | 'checking' | 'done' | 'failed' | 'cancelled'
  /** Bytes that have gone out. */
  sent: number
  /** Why it stands still or was not taken. */
  message: string | null
  stored: StoredFile | null
}

export interface Upload {
  file: File
  state: () => UploadState
  subscribe: (listener: () => void) => () => void
  pause: () => void
  /** Goes on where it was left. */
  resume: () => void
  cancel: () => void
}

const partsAtOnce = 3
const attempts = 4
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Tries again while asking again may help: the line, the store or the server are out of order for a moment. */
async function persist<T>(work: () => Promise<T>, helps: (error: unknown) => boolean): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= attempts || !helps(error)) throw error
      await wait(500 * 2 ** attempt)
    }
  }
}

const isBusy = (error: unknown) =>
  isPassing(error) || (error instanceof ApiError && error.code === 'already_pending')

/** Sends a file to the marketplace's store, part by part. Begins at once. */
export function uploadFile(file: File, use: MediaUse, account: string): Upload {
  const memory = uploadMemory(account, use, file)
  const listeners = new Set<() => void>()
  const sentParts = new Map<number, number>()
  let kept: KeptUpload | null = memory.find()
  let urls = new Map<number, string>()
  let stop = new AbortController()
  const line = whenLineReturns(() => {
    if (state.phase === 'paused') void run()
  })
  let state: UploadState = { phase: 'sending', sent: 0, message: null, stored: null }

  function set(change: Partial<UploadState>): void {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const count = () => set({ sent: [...sentParts.values()].reduce((sum, bytes) => sum + bytes, 0) })
  const blobOf = (number: number, size: number) => file.slice((number - 1) * size, number * size)
  const fill = (parts: { number: number; url: string }[]) => {
    for (const { number, url } of parts) urls.set(number, url)
  }

  async function beginOrGoOn(): Promise<KeptUpload> {
    if (kept !== null) {
      const size = kept.partBytes
      const numbers = Array.from({ length: Math.ceil(file.size / size) }, (_, index) => index + 1)
      const params = { id: kept.id }
      try {
        fill((await call('signUploadParts', { params, body: { numbers } })).parts)
        for (const { number } of kept.parts) sentParts.set(number, blobOf(number, size).size)
        return kept
      } catch (error) {
        // Over, or given up long ago: it begins anew.
        if (!(error instanceof ApiError) || error.status !== 404) throw error
      }
    }
    const begun = await call('beginUpload', { body: { use, bytes: file.size } })
    urls = new Map()
    sentParts.clear()
    fill(begun.parts)
    return { id: begun.id, partBytes: begun.partBytes, parts: [] }
  }

  async function sendPart(upload: KeptUpload, number: number): Promise<void> {
    const blob = blobOf(number, upload.partBytes)
    const etag = await persist(
      () =>
        putPart(
          urls.get(number) ?? '',
          blob,
          (bytes) => {
            sentParts.set(number, bytes)
            count()
          },
          stop.signal,
        ).catch(async (error: unknown) => {
          if (error instanceof PartError && error.expired) {
            const params = { id: upload.id }
            fill((await call('signUploadParts', { params, body: { numbers: [number] } })).parts)
          }
          throw error
        }),
      (error) => error instanceof PartError && !stop.signal.aborted,
    )
    sentParts.set(number, blob.size)
    upload.parts.push({ number, etag })
    memory.keep(upload)
    count()
  }

  async function send(): Promise<void> {
    const upload = await persist(beginOrGoOn, isPassing)
    kept = upload
    memory.keep(upload)
    const have = new Set(upload.parts.map(({ number }) => number))
    const missing = [...urls.keys()].filter((number) => !have.has(number))
    const sendMissing = async () => {
      for (let next = missing.shift(); next !== undefined; next = missing.shift())
        await sendPart(upload, next)
    }
    await Promise.all(Array.from({ length: partsAtOnce }, sendMissing))
    set({ phase: 'checking' })
    const input = { params: { id: upload.id }, body: { parts: upload.parts } }
    const { data } = await persist(async () => {
      const reply = await call('completeUpload', input)
      if (reply.status === 'success') return reply
      throw new ApiError(String(reply.data), { code: 'unreadable' })
    }, isBusy)
    memory.forget()
    set({ phase: 'done', sent: file.size, stored: data })
  }

  async function run(): Promise<void> {
    line.forget()
    stop = new AbortController()
    set({ phase: 'sending', message: null })
    try {
      await send()
    } catch (error) {
      const mine = stop.signal.aborted
      stop.abort()
      if (mine) return
      if (error instanceof PartError || isBusy(error)) {
        set({ phase: 'paused', message: 'Connection Error' })
        line.watch()
      } else {
        memory.forget()
        kept = null
        set({ phase: 'failed', message: sentenceOf(error) })
      }
    }
  }

  void run()
  return {
    file,
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    pause: () => {
      if (state.phase !== 'sending') return
      stop.abort()
      set({ phase: 'paused' })
    },
    resume: () => {
      if (state.phase === 'paused' || state.phase === 'failed') void run()
    },
    cancel: () => {
      if (state.phase === 'done' || state.phase === 'cancelled') return
      stop.abort()
      line.forget()
      memory.forget()
      set({ phase: 'cancelled' })
      // Nobody waits for it: what is left over is collected by the server in any case.
      if (kept !== null) call('cancelUpload', { params: { id: kept.id }, body: {} }).catch(() => undefined)
    },
  }
}
