/** The worker's code in its own process, without the Workers runtime: it starts fast and can be killed with SIGKILL. */
import { servePart } from '#local/lib/child-process.ts'
import { serveWorker } from '#tests/support/serve-worker.ts'

servePart<{ bindings: Record<string, string>; port: number }>(async ({ bindings, port }) => {
  const worker = await serveWorker(bindings, port, (line) => process.stderr.write(`${line}\n`))
  return { detail: String(worker.port), close: worker.close }
})
