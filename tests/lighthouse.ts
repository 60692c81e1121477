import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePorts, listenerNames, listeners } from '#dev/stack/ports.ts'
import { type Finished, run } from './processes.ts'

const readyWithinMs = 180_000

/** Whether the site shows the works and auctions that the demo begins with; auctions are the last that it writes. */
async function isFurnished(site: string): Promise<boolean> {
  try {
    for (const list of ['nft/featured', 'collection/auction']) {
      const reply = await fetch(`${site}/api/${list}`)
      const works: unknown = reply.ok ? await reply.json() : []
      if (!Array.isArray(works) || works.length === 0) return false
    }
    return true
  } catch {
    // It does not listen yet.
    return false
  }
}

/** Lighthouse on a stack of its own with the demo's works, as `npm start` brings it up. */
export async function lighthouse(): Promise<Finished> {
  const started = Date.now()
  const dir = await mkdtemp(join(tmpdir(), 'opx-lighthouse-'))
  const ports = await freePorts()
  const flags = listenerNames.flatMap((name) => [listeners[name].flag, String(ports[name])])
  const stack = spawn('node', ['dev/start.ts', '--dir', dir, ...flags], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [stack.stdout, stack.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  const ended = once(stack, 'close')
  const site = `http://localhost:${ports.site}`
  try {
    while (!(await isFurnished(site))) {
      if (stack.exitCode !== null || Date.now() - started > readyWithinMs)
        return { code: 1, output: `The stack did not come up:\n${output}`, seconds: 0 }
      await wait(500)
    }
    // The index, the pictures and the statistics come to rest first.
    await wait(8000)
    const measured = await run('node', ['bench/lighthouse.ts', '--url', site], { live: true })
    return { ...measured, seconds: (Date.now() - started) / 1000 }
  } finally {
    stack.kill('SIGINT')
    await ended
    await rm(dir, { recursive: true, force: true })
  }
}
