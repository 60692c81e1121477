/**
 * A process of its own for the worker: it can be killed without a trace, as a machine can, and Wrangler's handlers and
 * messages stay out of the runner. The parent sends one WorkerStart; the answer is one WorkerMessage.
 */
import { unstable_startWorker } from 'wrangler'

export interface WorkerStart {
  config: string
  port: number
  bindings: Record<string, string>
  persist: string | false
  watch: boolean
}

export type WorkerMessage = { kind: 'ready' } | { kind: 'failed'; reason: string }

function tell(message: WorkerMessage): void {
  process.send?.(message)
}

async function run(start: WorkerStart): Promise<void> {
  const worker = await unstable_startWorker({
    config: start.config,
    bindings: Object.fromEntries(
      Object.entries(start.bindings).map(([name, value]) => [name, { type: 'plain_text' as const, value }]),
    ),
    dev: {
      server: { hostname: '127.0.0.1', port: start.port },
      inspector: false,
      liveReload: false,
      watch: start.watch,
      persist: start.persist,
      logLevel: 'warn',
      structuredLogsHandler: ({ message }: { message: string }) => process.stdout.write(`${message}\n`),
    },
  })
  await worker.ready
  const leave = async () => {
    await worker.dispose()
    process.exit(0)
  }
  process.on('message', () => void leave())
  // The parent is gone: nobody would ever stop us.
  process.on('disconnect', () => void leave())
  tell({ kind: 'ready' })
}

// Ctrl-C is for the runner, which stops us when it is our turn.
process.on('SIGINT', () => undefined)
process.once('message', (start: WorkerStart) => {
  run(start).catch((error: unknown) => {
    tell({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) })
  })
})
