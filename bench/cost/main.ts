// `npm run bench:cost -- --old DIR`: processor time of the worker for a read, beside that of older code in another worktree.
import { copyFile, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startBenchStack } from '#dev/stack/bench-stack.ts'
import { bigWork, fill } from '#bench/browse/fill.ts'
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
/** The share of the old code's processor time that a read may take. */
const aim = 0.5
const paths = [
  '/api/collection/nfts?id=c2',
  '/api/collection/facets?id=c2',
  '/api/collection/info?id=c2',
  `/api/nft?id=${bigWork(7)}`,
  '/api/collection/list',
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
  const profiled =
    values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${path.resolve(values.profile)}`]
  const roots = [here, ...(values.old === undefined ? [] : [path.resolve(values.old)])]
  const workers = await Promise.all(roots.map((root, n) => start(root, n === 0 ? profiled : [])))
  for (const worker of workers) await worker.ask({ bindings: bench.stack.bindings })
  const ratios: number[] = []
  for (const read of paths) {
    for (const worker of workers) await worker.ask({ path: read, times: 100 })
    const costs: number[][] = workers.map(() => [])
    for (let round = 0; round < Number(values.rounds); round += 1)
      for (const [n, worker] of workers.entries())
        costs[n]?.push(await worker.ask({ path: read, times: Number(values.times) }))
    const [now = 0, old] = costs.map(median)
    if (old !== undefined) ratios.push(now / old)
    console.log(
      `${read.slice(0, 40).padEnd(42)} ${(now / 1000).toFixed(2)} ms${old === undefined ? '' : `, before ${(old / 1000).toFixed(2)} ms: ratio ${(now / old).toFixed(2)}`}`,
    )
  }
  for (const worker of workers) await worker.end()
  if (ratios.some((ratio) => ratio > aim)) {
    console.log(`Missed: more than ${aim} of the old code's processor time.`)
    process.exitCode = 1
  }
} finally {
  await bench.stop()
}
