import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { StoredFile } from '#contract/rules/media-files.ts'
import { createItemUploads } from '#web/features/create/multiple/item-uploads.ts'
import { ApiError, isRetryable } from '#web/api/error.ts'
import { keptFile } from '#web/kit/uploads/kept-file.ts'
import { type Upload, uploadFile } from '#web/kit/uploads/upload-file.ts'

vi.mock('#web/kit/uploads/capture-poster.ts', () => ({
  capturePoster: async () => new File(['poster'], 'poster.jpg', { type: 'image/jpeg' }),
}))

const partBytes = 4
const stored: StoredFile = {
  cid: 'bafyposter',
  bytes: 8,
  src: '/media/ipfs/bafyposter',
  kind: 'image',
  contentType: 'image/jpeg',
  width: null,
  height: null,
  color: null,
}

type Answer = { status: number; body: unknown; retryAfter?: number }
const refusal = (status: number, code: string, detail: string, retryAfter: number): Answer => ({
  status,
  body: { code, detail },
  retryAfter,
})

/** Recorded calls to the marketplace and its store. */
let calls: { name: string; body: unknown }[]
let puts: string[]
let onBegin: (() => Answer) | null
let onComplete: (() => Answer) | null
let isCut: (part: string) => boolean

const named = (name: string) => calls.filter((each) => each.name === name)
const partsAt = (numbers: number[]) => numbers.map((number) => ({ number, url: `https://store/${number}` }))

function numbersIn(body: unknown): number[] {
  const numbers: unknown = Reflect.get(Object(body), 'numbers')
  return Array.isArray(numbers) ? numbers.map(Number) : []
}

function answerTo(path: string, body: unknown): Answer {
  if (path.endsWith('/complete'))
    return onComplete?.() ?? { status: 200, body: { status: 'success', data: stored } }
  if (path.endsWith('/parts')) return { status: 200, body: { parts: partsAt(numbersIn(body)) } }
  if (path.endsWith('/cancel')) return { status: 200, body: {} }
  const partsCount = Math.ceil(Number(Reflect.get(Object(body), 'bytes')) / partBytes)
  const numbers = Array.from({ length: partsCount }, (_, index) => index + 1)
  return onBegin?.() ?? { status: 200, body: { id: 'u1', partBytes, parts: partsAt(numbers) } }
}

class StoreRequest extends EventTarget {
  upload = new EventTarget()
  status = 0
  #part = ''
  open(_method: string, url: string) {
    this.#part = url.split('/').at(-1) ?? ''
  }
  abort() {
    this.dispatchEvent(new Event('abort'))
  }
  getResponseHeader() {
    return `etag-${this.#part}`
  }
  send() {
    puts.push(this.#part)
    const cut = isCut(this.#part)
    this.status = cut ? 0 : 200
    queueMicrotask(() => this.dispatchEvent(new Event(cut ? 'error' : 'load')))
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  calls = []
  puts = []
  onBegin = null
  onComplete = null
  isCut = () => false
  const items = new Map<string, string>()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  })
  vi.stubGlobal('XMLHttpRequest', StoreRequest)
  vi.stubGlobal('fetch', async (url: string, { body: text }: { body?: string | null }) => {
    // Requests without a body read the progress.
    if (typeof text !== 'string')
      return Response.json({ state: 'verifying', bytes: 8, checkedBytes: 6, message: null })
    const body: unknown = JSON.parse(text)
    calls.push({ name: url.split('/').at(-1) ?? '', body })
    const { status, body: reply, retryAfter } = answerTo(url, body)
    const response = new Response(JSON.stringify(reply), { status })
    if (retryAfter !== undefined) response.headers.set('retry-after', String(retryAfter))
    return response
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const picture = () => new File(['12345678'], 'ebb.png', { type: 'image/png' })
/** Vitest's default of one second is too short for the first call on a busy machine. */
const patiently = { interval: 1, timeout: 30_000 }
const phaseBecomes = (upload: Upload, phase: string) =>
  vi.waitFor(() => expect(upload.get().phase).toBe(phase), patiently)

test('a limit of hours or days is not retried, and a rate limit is', () => {
  const refused = (code: 'storage_quota' | 'storage_full' | 'rate_limited' | 'internal', status: number) =>
    isRetryable(new ApiError('', { code, status }))
  expect([refused('storage_quota', 429), refused('storage_full', 507)]).toEqual([false, false])
  expect([refused('rate_limited', 429), refused('internal', 500)]).toEqual([true, true])
})

test.each([
  [429, 'storage_quota'],
  [507, 'storage_full'],
])('%i %s ends the upload with the reason, without a retry', async (status, code) => {
  onBegin = () => refusal(status, code, 'Continue after midnight UTC.', 40_000)
  const upload = uploadFile(picture(), 'display', 'rMara')
  await phaseBecomes(upload, 'failed')
  expect(upload.get().message).toBe('Continue after midnight UTC.')
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(calls).toHaveLength(1)
})

test('a rate limit pauses the upload with the server’s message, for the time that it says', async () => {
  onBegin = () => refusal(429, 'rate_limited', 'Too many requests. Wait a moment.', 30)
  const upload = uploadFile(picture(), 'display', 'rMara')
  await phaseBecomes(upload, 'paused')
  expect(upload.get().message).toBe('Too many requests. Wait a moment.')
  onBegin = null
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(29_000)
  expect(calls).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1500)
  await phaseBecomes(upload, 'done')
})

test('a part that waits for a retry is not sent by a paused run', async () => {
  isCut = (part) => part === '2'
  const upload = uploadFile(picture(), 'display', 'rMara')
  await vi.waitFor(() => expect(puts.toSorted()).toEqual(['1', '2']), patiently)
  await vi.advanceTimersByTimeAsync(1)
  upload.pause()
  isCut = () => false
  upload.resume()
  await vi.advanceTimersByTimeAsync(20_000)
  await phaseBecomes(upload, 'done')
  expect(puts.toSorted()).toEqual(['1', '2', '2'])
  expect(named('complete').map(({ body }) => body)).toEqual([
    {
      parts: [
        { number: 1, etag: 'etag-1' },
        { number: 2, etag: 'etag-2' },
      ],
    },
  ])
})

test('an upload paused while it starts resumes what was started', async () => {
  const upload = uploadFile(picture(), 'display', 'rMara')
  upload.pause()
  await vi.advanceTimersByTimeAsync(1)
  expect([upload.get().phase, puts]).toEqual(['paused', []])
  upload.resume()
  await phaseBecomes(upload, 'done')
  expect(calls.map(({ name }) => name)).toEqual(['uploads', 'parts', 'complete'])
})

test('uploads that are left stop, also those that wait for the network, and the same files resume them', async () => {
  const files = ['ebb.png', 'flow.png', 'tide.png'].map((id) => ({ id, file: new File(['12345678'], id) }))
  const onKept = vi.fn<(id: string) => void>()
  const uploads = createItemUploads('rMara', onKept)
  isCut = (part) => part === '2'
  uploads.start(files)
  await vi.advanceTimersByTimeAsync(10_000)
  expect([...uploads.get().uploads.values()].map(({ state }) => state.phase)).toEqual(['paused', 'paused'])
  uploads.leave()
  isCut = () => false
  const sent = [calls.length, puts.length]
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect([calls.length, puts.length]).toEqual(sent)
  puts = []
  createItemUploads('rMara', onKept).start(files)
  await vi.waitFor(() => expect(onKept).toHaveBeenCalledTimes(3), patiently)
  // Two files lack only their second part.
  expect(puts.toSorted()).toEqual(['1', '2', '2', '2'])
})

test('a video keeps its poster although the connection is lost for a while', async () => {
  const film = new File(['film'], 'ebb.mp4', { type: 'video/mp4' })
  isCut = () => true
  const keeping = keptFile(film, { ...stored, contentType: 'video/mp4' }, 'display', 'rMara')
  await vi.advanceTimersByTimeAsync(14_500)
  isCut = () => false
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect((await keeping).posterCid).toBe('bafyposter')
})

test('a failed completion is retried, and the file is sent again only when the server lost it', async () => {
  onComplete = () =>
    refusal(503, 'storage_unavailable', 'The media store is not responding at the moment.', 10)
  const upload = uploadFile(picture(), 'display', 'rMara')
  await phaseBecomes(upload, 'paused')
  onComplete = null
  await vi.advanceTimersByTimeAsync(10_000)
  await phaseBecomes(upload, 'done')
  expect(calls.map(({ name }) => name)).toEqual(['uploads', 'complete', 'complete'])
  expect(puts).toHaveLength(2)

  onComplete = () =>
    refusal(503, 'storage_unavailable', 'The media store is not responding at the moment.', 10)
  const lost = uploadFile(picture(), 'display', 'rNina')
  await phaseBecomes(lost, 'paused')
  onComplete = () => {
    onComplete = null
    return refusal(404, 'not_found', 'This upload does not exist.', 0)
  }
  await vi.advanceTimersByTimeAsync(10_000)
  await phaseBecomes(lost, 'done')
  expect(puts).toHaveLength(6)
})

test('a file that cannot be checked is given up after five tries; the next one sends nothing again', async () => {
  onComplete = () =>
    refusal(503, 'storage_unavailable', 'The media store is not responding at the moment.', 10)
  const upload = uploadFile(picture(), 'attachment', 'rOlga')
  await phaseBecomes(upload, 'paused')
  await vi.advanceTimersByTimeAsync(600_000)
  await phaseBecomes(upload, 'failed')
  expect(upload.get().message).toMatch(/^The file was uploaded, but it could not be checked/)
  expect(named('complete')).toHaveLength(5)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(named('complete')).toHaveLength(5)
  onComplete = null
  upload.resume()
  await phaseBecomes(upload, 'done')
  expect(puts).toHaveLength(2)
})

test('an upload shows how much of its file has been checked', async () => {
  const checked = Promise.withResolvers<void>()
  const answered = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url.endsWith('/complete')) await checked.promise
    return answered(url, init)
  })
  const upload = uploadFile(picture(), 'attachment', 'rPaul')
  await phaseBecomes(upload, 'checking')
  await vi.advanceTimersByTimeAsync(2500)
  expect(upload.get()).toMatchObject({ phase: 'checking', checked: 6 })
  checked.resolve()
  await phaseBecomes(upload, 'done')
})
