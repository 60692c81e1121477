import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePorts, listenerNames, listeners } from '#local/stack/ports.ts'
import { type Finished, run } from './processes.ts'

const readyWithinMs = 180_000

/** Returns true if the site shows the works and auctions of the demo. Auctions are created last. */
async function hasDemoData(site: string): Promise<boolean> {
  try {
    for (const list of ['nft/featured', 'collection/auction']) {
      const reply = await fetch(`${site}/api/${list}`)
      const works: unknown = reply.ok ? await reply.json() : []
      if (!Array.isArray(works) || works.length === 0) return false
    }
    return true
  } catch {
    // The server is not listening yet.
    return false
  }
}

/** Runs a command on its own demo, started as with `npm start`, after the works and auctions exist. */
async function onDemo(command: (urls: { site: string; signer: string }) => string[]): Promise<Finished> {
  const started = Date.now()
  const dir = await mkdtemp(join(tmpdir(), 'opx-demo-'))
  const ports = await freePorts()
  const flags = listenerNames.flatMap((name) => [listeners[name].flag, String(ports[name])])
  const stack = spawn('node', ['local/start.ts', '--dir', dir, ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [stack.stdout, stack.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  const ended = once(stack, 'close')
  const urls = { site: `http://localhost:${ports.site}`, signer: `http://localhost:${ports.signer}` }
  try {
    while (!(await hasDemoData(urls.site))) {
      if (stack.exitCode !== null || Date.now() - started > readyWithinMs)
        return { code: 1, output: `The stack did not come up:\n${output}`, seconds: 0 }
      await wait(500)
    }
    // Wait until the index, the pictures and the statistics are complete.
    await wait(8000)
    const finished = await run('node', command(urls), { live: true })
    return { ...finished, seconds: (Date.now() - started) / 1000 }
  } finally {
    stack.kill('SIGINT')
    await ended
    await rm(dir, { recursive: true, force: true })
  }
}

export const lighthouse = (options: string[]) =>
  onDemo(({ site }) => ['bench/lighthouse.ts', ...options, '--url', site])

export const screens = () =>
  onDemo(({ site, signer }) => ['build/screens/take.ts', '--url', site, '--signer', signer])
