// `npm run bench:media [-- --megabytes 300 --files 60]`: uploads and pins of large and small files with the worker's memory,
// and the image gateway cached, uncached, and with concurrent requests for one picture. Linux only: reads memory from /proc.
import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setInterval, setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { asJson } from '#dev/lib/rpc.ts'
import { demoAccounts } from '#dev/stack/people.ts'
import { startBenchStack } from '#dev/stack/bench-stack.ts'
import { issueSession } from '#tests/support/issue-session.ts'
import { mp4 } from '#tests/support/media-files.ts'
import { partBytes } from '#worker/contract/uploads.ts'

const { values } = parseArgs({
  options: { megabytes: { type: 'string', default: '300' }, files: { type: 'string', default: '60' } },
})
const MiB = 1024 * 1024
const bench = await startBenchStack({ bindings: { AVIF: 'off' } })
const { stack, database, siteOrigin } = bench

/** The runtimes (Wrangler's own and that of our code) below the process that has this word in its command line. */
async function runtimesOf(part: string): Promise<number[]> {
  const found: { pid: number; parent: number; command: string }[] = []
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    const command = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')
    const parent = Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2])
    found.push({ pid: Number(name), parent, command })
  }
  const below = (pid: number): number[] => {
    const children = found.filter(({ parent }) => parent === pid).map((each) => each.pid)
    return [...children, ...children.flatMap(below)]
  }
  const ownProcesses = new Set(below(process.pid))
  const owner = found.find(({ pid, command }) => ownProcesses.has(pid) && command.includes(part))
  const inside = new Set(owner === undefined ? [] : below(owner.pid))
  const runtimes = found.filter(({ pid, command }) => inside.has(pid) && command.includes('workerd'))
  if (runtimes.length === 0) throw new Error(`No runtime of ${part} was found.`)
  return runtimes.map(({ pid }) => pid)
}

async function residentMiB(pids: number[]): Promise<number> {
  const each = await Promise.all(
    pids.map(async (pid) => {
      const status = await readFile(`/proc/${pid}/status`, 'utf8')
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? '0') / 1024
    }),
  )
  return each.reduce((sum, resident) => sum + resident, 0)
}

/** The peak memory of these processes together while `work` runs. */
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
  const done = await call(token, `/api/uploads/${String(created['id'])}/complete`, { parts })
  return String(asJson(done['data'])['cid'])
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

async function large(token: string, pids: number[]) {
  const bytes = Number(values.megabytes) * MiB
  const head = mp4('isom', 0)
  const file = Buffer.concat([head, randomBytes(bytes - head.length)])
  const idle = await residentMiB(pids)
  const sent = await peakDuring(pids, () => upload(token, file))
  const kept = await peakDuring(pids, () => pinAll([sent.result]))
  const speed = (ms: number) => `${(bytes / MiB / (ms / 1000)).toFixed(0)} MiB/s`
  console.log(
    `${values.megabytes} MiB uploaded and verified in ${(sent.ms / 1000).toFixed(1)} s (${speed(sent.ms)}), pinned in ${(kept.ms / 1000).toFixed(1)} s (${speed(kept.ms)})`,
  )
  console.log(
    `worker's memory: idle ${idle.toFixed(0)} MiB, at most ${(sent.peak - idle).toFixed(0)} MiB more while verifying, ${(kept.peak - idle).toFixed(0)} MiB more while pinning`,
  )
  return Math.max(sent.peak, kept.peak) - idle
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
    const waiting = [...addresses]
    const line = async () => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) await get(next)
    }
    await Promise.all(Array.from({ length: 8 }, line))
    return (addresses.length / ((performance.now() - started) / 1000)).toFixed(0)
  }
  const sized = (width: number) => cids.map((cid) => `/media/ipfs/${cid}?w=${width}`)
  const uncached = await rate(sized(500))
  const cached = await rate(Array.from({ length: 20 }, () => sized(500)).flat())
  const originalRate = await rate(cids.map((cid) => `/media/ipfs/${cid}`))
  console.log(
    `image gateway, 500 wide: ${uncached} requests a second uncached, ${cached} cached; original files: ${originalRate}`,
  )
  const [first = ''] = sized(800)
  const sources = await Promise.all(Array.from({ length: 50 }, () => get(first)))
  const made = sources.filter((from) => from === 'made').length
  console.log(
    `50 identical requests at once: ${made} made, ${sources.filter((from) => from === 'joined').length} joined, ${sources.filter((from) => from === 'kept').length} from the cache`,
  )
  return made
}

try {
  await stack.startWorker()
  const [artist] = demoAccounts
  if (artist === undefined) throw new Error('The demo has no artist to upload.')
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
  const growth = await large(token, pids)
  const made = await gateway(await small(token))
  process.exitCode = growth < 100 && made === 1 ? 0 : 1
} finally {
  await bench.stop()
}
