// `npm run bench:media [-- --megabytes 300 --files 60]`: uploads and pins of large and small files with the worker's
// memory, compared with the bare store; original files, compared with an empty handler; and the image gateway cached,
// uncached, and with concurrent requests for one picture. Linux only: reads memory from /proc.
import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setInterval, setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { asJson } from '#local/lib/rpc.ts'
import { fundAccounts } from '#local/runner/prepare-ledger.ts'
import { demoAccounts } from '#local/stack/people.ts'
import { startBenchStack } from '#local/stack/bench-stack.ts'
import { issueSession } from '#tests/support/issue-session.ts'
import { mp4 } from '#tests/support/media-files.ts'
import { partBytes } from '#contract/schemas/uploads.ts'
import { createS3Storage } from '#worker/ports/storage/s3.ts'
import { createS3Uploads } from '#worker/ports/uploads/s3.ts'

const { values } = parseArgs({
  options: { megabytes: { type: 'string', default: '300' }, files: { type: 'string', default: '60' } },
})
const MiB = 1024 * 1024
/** Minimum share of the bare store's speed, and of the rate of an empty handler. */
const targets = { uploads: 0.6, files: 0.45 }
const bench = await startBenchStack({ bindings: { AVIF: 'off' } })
const { stack, database, siteOrigin } = bench

/**
 * Finds the runtimes (Wrangler's own and the one for our code) below the process whose command line contains this word.
 */
async function runtimesOf(part: string): Promise<number[]> {
  const processes: { pid: number; parent: number; command: string }[] = []
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    const command = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')
    const parent = Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2])
    processes.push({ pid: Number(name), parent, command })
  }
  const below = (pid: number): number[] => {
    const children = processes.filter(({ parent }) => parent === pid).map((each) => each.pid)
    return [...children, ...children.flatMap(below)]
  }
  const ownProcesses = new Set(below(process.pid))
  const owner = processes.find(({ pid, command }) => ownProcesses.has(pid) && command.includes(part))
  const inside = new Set(owner === undefined ? [] : below(owner.pid))
  const runtimes = processes.filter(({ pid, command }) => inside.has(pid) && command.includes('workerd'))
  if (runtimes.length === 0) throw new Error(`No runtime of ${part} was found.`)
  return runtimes.map(({ pid }) => pid)
}

async function residentMiB(pids: number[]): Promise<number> {
  const sizes = await Promise.all(
    pids.map(async (pid) => {
      const status = await readFile(`/proc/${pid}/status`, 'utf8')
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? '0') / 1024
    }),
  )
  return sizes.reduce((sum, resident) => sum + resident, 0)
}

/** Returns the peak memory of these processes together while `work` runs. */
async function peakDuring<T>(
  pids: number[],
  work: () => Promise<T>,
): Promise<{ result: T; peak: number; ms: number }> {
  let peak = await residentMiB(pids)
  const over = new AbortController()
  const watching = (async () => {
    for await (const _ of setInterval(25, null, { signal: over.signal }))
      peak = Math.max(peak, await residentMiB(pids))
  })().catch((error: unknown) => {
    if (!over.signal.aborted) throw error
  })
  const started = performance.now()
  try {
    const result = await work()
    return { result, peak, ms: performance.now() - started }
  } finally {
    over.abort()
    await watching
  }
}

async function call(token: string, address: string, body: unknown) {
  const response = await fetch(`${siteOrigin}${address}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const reply = asJson(await response.json())
  if (!response.ok) throw new Error(`${address} answered ${response.status}: ${JSON.stringify(reply)}`)
  return reply
}

async function upload(token: string, file: Buffer<ArrayBuffer>): Promise<string> {
  const created = await call(token, '/api/uploads', { use: 'attachment', bytes: file.length })
  const parts: { number: number; etag: string }[] = []
  for (const part of Array.isArray(created['parts']) ? created['parts'].map(asJson) : []) {
    const number = Number(part['number'])
    const body = file.subarray((number - 1) * partBytes, number * partBytes)
    const put = await fetch(String(part['url']), { method: 'PUT', body })
    if (!put.ok) throw new Error(`The store answered ${put.status}: ${await put.text()}`)
    parts.push({ number, etag: put.headers.get('etag') ?? '' })
  }
  const completion = await call(token, `/api/uploads/${String(created['id'])}/complete`, { parts })
  return String(asJson(completion['data'])['cid'])
}

const pinned = async (cids: string[]) => {
  const { rows } = await database.query("select 1 from pins where state = 'pinned' and cid = any($1)", [cids])
  return rows.length
}
async function pinAll(cids: string[]) {
  await database.query("insert into pins (cid, state) select unnest($1::text[]), 'waiting'", [cids])
  while ((await pinned(cids)) < cids.length) {
    await stack.fireCron()
    await wait(100)
  }
}

/**
 * The store's part of an upload: receives the parts, assembles them, reads and copies the file, and removes the first
 * one.
 */
async function bareUpload(file: Buffer<ArrayBuffer>): Promise<number> {
  const settings = stack.urls.s3
  const storage = createS3Storage(settings)
  const uploads = createS3Uploads(settings)
  const started = performance.now()
  const id = await uploads.begin('bare/parts')
  const parts: { number: number; etag: string }[] = []
  for (let at = 0; at < file.length; at += partBytes) {
    const number = parts.length + 1
    const etag = await uploads.putPart('bare/parts', id, number, file.subarray(at, at + partBytes))
    parts.push({ number, etag })
  }
  await uploads.complete('bare/parts', id, parts)
  const objects = await storage.find('bare/parts')
  await objects?.body.pipeTo(new WritableStream())
  await uploads.take('bare/parts', 'bare/file', 'video/mp4')
  await storage.remove('bare/parts')
  return performance.now() - started
}

async function large(token: string, pids: number[]) {
  const bytes = Number(values.megabytes) * MiB
  const head = mp4('isom', 0)
  const file = Buffer.concat([head, randomBytes(bytes - head.length)])
  const idle = await residentMiB(pids)
  const uploads = await peakDuring(pids, () => upload(token, file))
  const pins = await peakDuring(pids, () => pinAll([uploads.result]))
  const bareMs = await bareUpload(file)
  const speed = (ms: number) => `${(bytes / MiB / (ms / 1000)).toFixed(0)} MiB/s`
  console.log(
    `${values.megabytes} MiB uploaded and verified in ${(uploads.ms / 1000).toFixed(1)} s (${speed(uploads.ms)}), pinned in ${(pins.ms / 1000).toFixed(1)} s (${speed(pins.ms)})`,
  )
  console.log(
    `the bare store takes ${(bareMs / 1000).toFixed(1)} s (${speed(bareMs)}): ratio ${(bareMs / uploads.ms).toFixed(2)} (at least ${targets.uploads})`,
  )
  console.log(
    `worker's memory: idle ${idle.toFixed(0)} MiB, at most ${(uploads.peak - idle).toFixed(0)} MiB more while verifying, ${(pins.peak - idle).toFixed(0)} MiB more while pinning`,
  )
  return { growth: Math.max(uploads.peak, pins.peak) - idle, uploads: bareMs / uploads.ms }
}

const picture = (seed: number) =>
  sharp({
    create: {
      width: 1600,
      height: 1200,
      channels: 3,
      background: { r: seed % 255, g: (seed * 7) % 255, b: 90 },
      noise: { type: 'gaussian', mean: 128, sigma: 20 },
    },
  })
    .jpeg({ quality: 80 })
    .toBuffer()

async function small(token: string): Promise<string[]> {
  const files = await Promise.all(Array.from({ length: Number(values.files) }, (_, index) => picture(index)))
  const started = performance.now()
  const cids: string[] = []
  const line = async () => {
    for (let file = files.pop(); file !== undefined; file = files.pop())
      cids.push(await upload(token, Buffer.from(file)))
  }
  await Promise.all([line(), line(), line(), line()])
  const uploaded = performance.now()
  await pinAll(cids)
  const end = performance.now()
  const rate = (ms: number) => (cids.length / (ms / 1000)).toFixed(0)
  console.log(
    `${cids.length} pictures of 1600 x 1200: ${rate(uploaded - started)} uploads a second, ${rate(end - uploaded)} pins a second`,
  )
  return cids
}

async function gateway(cids: string[]) {
  const get = async (address: string) => {
    const response = await fetch(`${siteOrigin}${address}`, { headers: { accept: 'image/webp,*/*' } })
    await response.arrayBuffer()
    return response.headers.get('x-picture')
  }
  const rate = async (addresses: string[]) => {
    const started = performance.now()
    const queue = [...addresses]
    const line = async () => {
      for (let next = queue.pop(); next !== undefined; next = queue.pop()) await get(next)
    }
    await Promise.all(Array.from({ length: 8 }, line))
    return Math.round(addresses.length / ((performance.now() - started) / 1000))
  }
  const sized = (width: number) => cids.map((cid) => `/media/ipfs/${cid}?w=${width}`)
  const uncached = await rate(sized(500))
  const cached = await rate(Array.from({ length: 20 }, () => sized(500)).flat())
  const originals = cids.map((cid) => `/media/ipfs/${cid}`)
  const storageRate = await rate(originals)
  const cacheRate = await rate(Array.from({ length: 10 }, () => originals).flat())
  const bare = await rate(Array.from({ length: 600 }, () => '/media/none'))
  console.log(
    `image gateway, 500 wide: ${uncached} requests a second uncached, ${cached} cached; original files: ${storageRate} from the store, ${cacheRate} from the edge`,
  )
  console.log(
    `a handler that does nothing answers ${bare} requests a second: ratio of files from the edge ${(cacheRate / bare).toFixed(2)} (at least ${targets.files})`,
  )
  const [first = ''] = sized(800)
  const sources = await Promise.all(Array.from({ length: 50 }, () => get(first)))
  const transformed = sources.filter((from) => from === 'made').length
  console.log(
    `50 identical requests at once: ${transformed} made, ${sources.filter((from) => from === 'joined').length} joined, ${sources.filter((from) => from === 'kept').length} from the cache`,
  )
  return { made: transformed, files: cacheRate / bare }
}

try {
  await stack.startWorker()
  const [artist] = demoAccounts
  if (artist === undefined) throw new Error('The demo has no artist to upload.')
  await fundAccounts(stack.urls.ledger, [artist])
  const token = await issueSession(
    {
      secret: bench.sessionSecret,
      origin: siteOrigin,
      query: (sql, values) => bench.database.query(sql, values),
    },
    artist.address,
  )
  await fetch(`${siteOrigin}/api/health`)
  await upload(token, Buffer.concat([mp4(), randomBytes(64 * 1024)]))
  const pids = await runtimesOf('worker-process.ts')
  const { growth, uploads } = await large(token, pids)
  const { made, files } = await gateway(await small(token))
  const met = growth < 100 && made === 1 && uploads >= targets.uploads && files >= targets.files
  process.exitCode = met ? 0 : 1
} finally {
  await bench.stop()
}
