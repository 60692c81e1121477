import type { MediaUse, StoredFile } from '#contract/rules/media-files.ts'
import { call } from '#web/api/call.ts'
import { ApiError, isRetryable, sentenceOf } from '#web/api/error.ts'
import { t } from '#web/messages.ts'
import { createStore, type Store } from '#web/ui/store.ts'
import { connectionError, PartError, putPart } from './put-part.ts'
import { retryWhenOnline } from './retry-when-online.ts'
import { type KeptUpload, uploadMemory } from './upload-memory.ts'

export interface UploadState {
  phase: 'sending' | 'paused' | 'checking' | 'done' | 'failed' | 'cancelled'
  /** Bytes sent so far. */
  sent: number
  /** Number of bytes of the stored file that the server has checked. */
  checked: number
  /** Reason why the upload is paused or was refused. */
  message: string | null
  stored: StoredFile | null
}

export interface Upload extends Pick<Store<UploadState>, 'get' | 'subscribe'> {
  file: File
  pause: () => void
  /** Resumes where the upload stopped. */
  resume: () => void
  cancel: () => void
}

export const isSending = ({ phase }: UploadState): boolean =>
  phase === 'sending' || phase === 'paused' || phase === 'checking'

const partsAtOnce = 3
const attempts = 4
/** Number of failed checks by the server after which an upload stops until the user retries. */
const maxChecks = 5
const progressEveryMs = 2000
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const requestedPause = (error: unknown) => (error instanceof ApiError ? error.retryAfterMs : null)

/**
 * Retries transient errors, but not if the server requests a pause, which the caller handles. Throws once `signal` is
 * aborted.
 */
async function withRetries<T>(
  signal: AbortSignal,
  work: () => Promise<T>,
  isTransient: (error: unknown) => boolean,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const result = await work()
      signal.throwIfAborted()
      return result
    } catch (error) {
      if (attempt >= attempts || !isTransient(error) || requestedPause(error) !== null) throw error
      await wait(500 * 2 ** attempt)
      signal.throwIfAborted()
    }
  }
}

const isBusy = (error: unknown) =>
  isRetryable(error) || (error instanceof ApiError && error.code === 'already_pending')

const isConnectionLost = (error: unknown) =>
  error instanceof PartError || (error instanceof ApiError && error.code === 'network')

/** One attempt to send the file, from start or resume to end or pause. An aborted run makes no more changes. */
interface Run {
  signal: AbortSignal
  urls: Map<number, string>
}

/** Uploads a file to the marketplace's storage, part by part. Starts immediately. */
export function uploadFile(file: File, use: MediaUse, account: string): Upload {
  const memory = uploadMemory(account, use, file)
  const store = createStore<UploadState>({
    phase: 'sending',
    sent: 0,
    checked: 0,
    message: null,
    stored: null,
  })
  const sentParts = new Map<number, number>()
  let memo: KeptUpload | null = memory.find()
  let stop = new AbortController()
  let failedChecks = 0
  const connection = retryWhenOnline(() => {
    if (store.get().phase === 'paused') void run()
  })

  const set = (change: Partial<UploadState>) => store.set({ ...store.get(), ...change })
  const count = () => set({ sent: [...sentParts.values()].reduce((sum, bytes) => sum + bytes, 0) })
  const blobOf = (number: number, size: number) => file.slice((number - 1) * size, number * size)
  const fill = ({ signal, urls }: Run, parts: { number: number; url: string }[]) => {
    signal.throwIfAborted()
    for (const { number, url } of parts) urls.set(number, url)
  }

  async function createOrResume(run: Run): Promise<KeptUpload> {
    if (memo !== null) {
      const size = memo.partBytes
      const have = new Set(memo.parts.map(({ number }) => number))
      const partNumbers = Array.from({ length: Math.ceil(file.size / size) }, (_, index) => index + 1)
      const numbers = partNumbers.filter((number) => !have.has(number))
      const params = { id: memo.id }
      try {
        // Skipped if all parts are sent, because the server then signs no more parts and only the completion is
        // missing.
        if (numbers.length > 0)
          fill(run, (await call('signUploadParts', { params, body: { numbers } })).parts)
        sentParts.clear()
        for (const { number } of memo.parts) sentParts.set(number, blobOf(number, size).size)
        return memo
      } catch (error) {
        // The server no longer has this upload: start a new one.
        if (!(error instanceof ApiError) || error.status !== 404) throw error
        run.signal.throwIfAborted()
        memo = null
      }
    }
    const { id, partBytes, parts } = await call('beginUpload', { body: { use, bytes: file.size } })
    const newUpload: KeptUpload = { id, partBytes, parts: [] }
    if (run.signal.aborted) keepOrAbandon(newUpload)
    fill(run, parts)
    sentParts.clear()
    return newUpload
  }

  /** Handles an upload that the server created after the run was paused or cancelled. */
  function keepOrAbandon(newUpload: KeptUpload): void {
    if (store.get().phase === 'paused' && memo === null) memo = newUpload
    else abandonUpload(newUpload.id)
  }
  function abandonUpload(id: string): void {
    // Not awaited, because the server removes abandoned uploads anyway.
    call('cancelUpload', { params: { id }, body: {} }).catch(() => undefined)
  }

  async function sendPart(run: Run, upload: KeptUpload, number: number): Promise<void> {
    const blob = blobOf(number, upload.partBytes)
    const etag = await withRetries(
      run.signal,
      () =>
        putPart(
          run.urls.get(number) ?? '',
          blob,
          (bytes) => {
            if (run.signal.aborted) return
            sentParts.set(number, bytes)
            count()
          },
          run.signal,
        ).catch(async (error: unknown) => {
          if (error instanceof PartError && error.expired) {
            const params = { id: upload.id }
            fill(run, (await call('signUploadParts', { params, body: { numbers: [number] } })).parts)
          }
          throw error
        }),
      (error) => error instanceof PartError,
    )
    sentParts.set(number, blob.size)
    upload.parts = [...upload.parts.filter((part) => part.number !== number), { number, etag }]
    memory.keep(upload)
    count()
  }

  async function send(run: Run): Promise<void> {
    const { signal, urls } = run
    const upload = await withRetries(signal, () => createOrResume(run), isRetryable)
    memo = upload
    memory.keep(upload)
    const numbers = [...urls.keys()]
    const allSent = numbers.length === 0
    const sendMissing = async () => {
      for (let next = numbers.shift(); next !== undefined; next = numbers.shift())
        await sendPart(run, upload, next)
    }
    await Promise.all(Array.from({ length: partsAtOnce }, sendMissing))
    set({ phase: 'checking', checked: 0 })
    const input = { params: { id: upload.id }, body: { parts: upload.parts } }
    const complete = async () => {
      const reply = await call('completeUpload', input)
      if (reply.status === 'success') return reply
      throw new ApiError(String(reply.data), { code: 'unreadable' })
    }
    const progress = setInterval(() => void showProgress(signal, upload.id), progressEveryMs)
    const reply = await withRetries(signal, complete, isBusy)
      .catch((error: unknown) => {
        if (allSent && error instanceof ApiError && error.status === 404) return null
        if (isBusy(error) && !isConnectionLost(error)) failedChecks += 1
        throw error
      })
      .finally(() => clearInterval(progress))
    if (reply === null) {
      // The upload belongs to an earlier run and no longer exists on the server.
      memo = null
      return send(run)
    }
    memory.forget()
    set({ phase: 'done', sent: file.size, stored: reply.data })
  }

  /** Shows how much of the file the server has verified. */
  async function showProgress(signal: AbortSignal, id: string): Promise<void> {
    const reply = await call('getUpload', { params: { id } }).catch(() => null)
    if (reply !== null && !signal.aborted && store.get().phase === 'checking')
      set({ checked: reply.checkedBytes })
  }

  async function run(): Promise<void> {
    connection.forget()
    const current = new AbortController()
    stop = current
    set({ phase: 'sending', message: null })
    try {
      await send({ signal: current.signal, urls: new Map() })
    } catch (error) {
      if (current.signal.aborted) return
      current.abort()
      if (failedChecks >= maxChecks) {
        // All parts are stored, so the next attempt only repeats the check.
        failedChecks = 0
        set({
          phase: 'failed',
          message: t(
            'The file was uploaded, but it could not be checked. Try again in a few minutes, or choose a smaller file.',
          ),
        })
      } else if (error instanceof PartError || isBusy(error)) {
        set({ phase: 'paused', message: isConnectionLost(error) ? connectionError : sentenceOf(error) })
        connection.watch(requestedPause(error))
      } else {
        memory.forget()
        memo = null
        set({ phase: 'failed', message: sentenceOf(error) })
      }
    }
  }

  void run()
  return {
    file,
    get: store.get,
    subscribe: store.subscribe,
    pause: () => {
      connection.forget()
      if (store.get().phase !== 'sending') return
      stop.abort()
      set({ phase: 'paused' })
    },
    resume: () => {
      if (store.get().phase === 'paused' || store.get().phase === 'failed') void run()
    },
    cancel: () => {
      if (store.get().phase === 'done' || store.get().phase === 'cancelled') return
      stop.abort()
      connection.forget()
      memory.forget()
      set({ phase: 'cancelled' })
      if (memo !== null) abandonUpload(memo.id)
    },
  }
}
