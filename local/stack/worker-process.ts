/**
 * Runs the worker in a separate process, so that it can be killed like a machine, and the runner does not inherit
 * Wrangler's signal handlers and messages.
 */
import { unstable_startWorker } from 'wrangler'
import { servePart } from '#local/lib/child-process.ts'
import { startLocalFrames } from './local-frames.ts'
import { startLocalImages } from './local-images.ts'
import { startLocalOutbound } from './local-outbound.ts'
import type { WorkerStart } from './worker.ts'

servePart<WorkerStart>(async (start) => {
  const images = await startLocalImages()
  const frames = await startLocalFrames()
  const outbound = await startLocalOutbound()
  const worker = await unstable_startWorker({
    config: start.config,
    bindings: Object.fromEntries(
      Object.entries({
        ...start.bindings,
        IMAGES_URL: images.url,
        FRAMES_URL: frames.url,
        OUTBOUND_URL: outbound.url,
      }).map(([name, value]) => [name, { type: 'plain_text' as const, value }]),
    ),
    dev: {
      // Bindings without a local emulation would require a Cloudflare login.
      remote: false,
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
  return {
    close: async () => {
      await worker.dispose()
      await images.close()
      await frames.close()
      await outbound.close()
    },
  }
})
