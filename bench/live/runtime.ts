import { readFile } from 'node:fs/promises'
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare'
import { filesOf } from '#local/stack/bundle-files.ts'
import type { Worker, WorkerStart } from '#local/stack/worker.ts'

export interface Runtime {
  worker: Worker
  /** Ends an object while it is working, like a crash. */
  kill: (binding: 'LIVE_SHARD' | 'FOLLOWER', name: string) => Promise<void>
  /** Makes a shard hibernate with its sockets, if it is idle. */
  hibernate: (name: string) => Promise<void>
  /** Returns the resident memory of the runtime's process, in KiB. */
  memoryKib: () => number
}

/** Returns the limit of open files for a process. */
export function openFiles(): number {
  return (
    Number(execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).trim()) || Number.POSITIVE_INFINITY
  )
}

/** Returns the pid of the runtime, a child of this process. */
function runtimeProcess(): number {
  const children = execFileSync('ps', ['-o', 'pid=,comm=', '--ppid', String(process.pid)], {
    encoding: 'utf8',
  })
  const match = /^\s*(\d+)\s+workerd/m.exec(children)
  return Number(match?.[1] ?? 0)
}

/** The worker with a route that kills its objects. */
const killable = `
  import worker, { Follower as RealFollower, LiveShard as RealShard } from './index.js'
  const mortal = (Real) => class extends Real {
    constructor(state, env) {
      super(state, env)
      this.end = () => state.abort('killed')
    }
    fetch(request) {
      return new URL(request.url).pathname === '/kill' ? this.end() : super.fetch(request)
    }
  }
  export const Follower = mortal(RealFollower)
  export const LiveShard = mortal(RealShard)
  export default {
    ...worker,
    async fetch(request, env, execution) {
      const { pathname, searchParams } = new URL(request.url)
      if (pathname !== '/kill') return worker.fetch(request, env, execution)
      const objects = env[searchParams.get('binding')]
      const object = objects.get(objects.idFromName(searchParams.get('name')))
      await object.fetch('https://object/kill').catch(() => null)
      return new Response('killed')
    },
  }`

/**
 * Runs the bundled worker in the Workers runtime, with its manager in this process, so that single objects can be
 * killed.
 */
export async function startRuntime({ bundle = '', bindings, port }: WorkerStart): Promise<Runtime> {
  const { script, options } = filesOf(bundle)
  const configured = JSON.parse(await readFile(options, 'utf8'))
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      ...configured,
      bindings: { ...configured.bindings, ...bindings },
      name: 'opx',
      host: '127.0.0.1',
      port,
      modules: [
        { type: 'ESModule', path: path.join(path.dirname(script), 'killable.js'), contents: killable },
        { type: 'ESModule', path: script, contents: await readFile(script, 'utf8') },
      ],
      modulesRoot: path.dirname(script),
      cf: false,
      unsafeTriggerHandlers: true,
      // Suppresses the errors that killed objects log.
      log: new Log(LogLevel.NONE),
      handleStructuredLogs: () => undefined,
    }),
  )
  await runtime.ready
  const pid = runtimeProcess()
  const url = `http://127.0.0.1:${port}`
  const stop = () => runtime.dispose()
  return {
    worker: { url, port, start: async () => undefined, stop, kill: stop },
    kill: async (binding, name) => {
      // An object that is killed during a request may never answer it.
      const signal = AbortSignal.timeout(5000)
      await fetch(`${url}/kill?binding=${binding}&name=${name}`, { signal })
        .then((answer) => answer.text())
        .catch(() => undefined)
    },
    // An object that is killed in the meantime may not answer either.
    hibernate: (name) =>
      Promise.race([
        runtime
          .unsafeEvictDurableObject('opx', 'LiveShard', { name, webSockets: 'hibernate' })
          .catch(() => undefined),
        wait(5000),
      ]),
    memoryKib: () =>
      Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).trim()),
  }
}
