// `npm run bench:cost -- --old DIR`: processor time of the worker for a read, beside that of older code in another worktree.
import { randomBytes } from 'node:crypto'
import { copyFile, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startBenchStack } from '#dev/stack/bench-stack.ts'
import { bigWork, fill } from '#bench/browse/fill.ts'
import { storageKey } from '#worker/domain/media/find-file.ts'
import { createS3Storage } from '#worker/ports/storage/s3.ts'
import { startWorkerHere } from './start-worker.ts'

const { values } = parseArgs({
  options: {
    old: { type: 'string' },
    rounds: { type: 'string', default: '9' },
    times: { type: 'string', default: '200' },
    /** Writes a profile of the new code into this folder. */
    profile: { type: 'string' },
  },
})
/** Small, since the bytes are streamed by the runtime: what counts is the work for a request. */
const file = { cid: 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy', bytes: 4096 }
/** What is read, and the share of the old code's processor time that it may take. */
const reads = [
  { path: '/api/collection/nfts?id=c1', aim: 0.5 },
  { path: '/api/collection/facets?id=c1', aim: 0.5 },
  { path: '/api/collection/info?id=c1', aim: 0.5 },
  { path: `/api/nft?id=${bigWork(7)}`, aim: 0.5 },
  { path: '/api/collection/list', aim: 0.5 },
  { path: `/media/ipfs/${file.cid}`, aim: 0.2 },
]

const here = path.resolve(import.meta.dirname, '..', '..')
/** What runs in another worktree, too. */
const copied = ['worker.ts', 'rate.ts']

async function start(root: string, options: string[]) {
  const folder = path.join(root, 'bench', 'cost')
  if (root !== here) {
    await mkdir(folder, { recursive: true })
    for (const name of copied) await copyFile(path.join(import.meta.dirname, name), path.join(folder, name))
  }
  return startWorkerHere(root, options)
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

const bench = await startBenchStack({ bindings: { PUBLIC_READ_SECONDS: '0' } })
try {
  await fill(bench.database, 20_000, 100)
  const storage = createS3Storage(bench.stack.urls.s3)
  await storage.put(storageKey(file.cid), randomBytes(file.bytes), 'image/png')
  await bench.database.query("insert into pins (cid, state) values ($1, 'pinned')", [file.cid])
  const profiled =
    values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${path.resolve(values.profile)}`]
  const roots = [here, ...(values.old === undefined ? [] : [path.resolve(values.old)])]
  const workers = await Promise.all(roots.map((root, n) => start(root, n === 0 ? profiled : [])))
  for (const worker of workers) await worker.ask({ bindings: bench.stack.bindings })
  let missed = false
  for (const { path: read, aim } of reads) {
    for (const worker of workers) await worker.ask({ path: read, times: 100 })
    const costs: number[][] = workers.map(() => [])
    for (let round = 0; round < Number(values.rounds); round += 1)
      for (const [n, worker] of workers.entries())
        costs[n]?.push(await worker.ask({ path: read, times: Number(values.times) }))
    const [now = 0, old] = costs.map(median)
    const ratio = old === undefined ? 0 : now / old
    if (ratio > aim) missed = true
    console.log(
      `${read.slice(0, 40).padEnd(42)} ${(now / 1000).toFixed(2)} ms${old === undefined ? '' : `, before ${(old / 1000).toFixed(2)} ms: ratio ${ratio.toFixed(2)} (at most ${aim}${ratio > aim ? ', missed' : ''})`}`,
    )
  }
  for (const worker of workers) await worker.end()
  if (missed) process.exitCode = 1
} finally {
  await bench.stop()
}
