/**
 * Runs a bundle of the worker in the local Cloudflare runtime without Wrangler, which starts much faster and has
 * in-memory caches.
 */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare'
import { servePart } from '#local/lib/child-process.ts'
import { filesOf } from './bundle-files.ts'
import { startLocalFrames } from './local-frames.ts'
import { startLocalImages } from './local-images.ts'
import { startLocalOutbound } from './local-outbound.ts'
import type { WorkerStart } from './worker.ts'

servePart<WorkerStart & { bundle: string }>(async ({ bundle, bindings, port }) => {
  const images = await startLocalImages()
  const frames = await startLocalFrames()
  const outbound = await startLocalOutbound()
  const { script, options } = filesOf(bundle)
  const baseOptions = JSON.parse(await readFile(options, 'utf8'))
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      ...baseOptions,
      bindings: {
        ...baseOptions.bindings,
        ...bindings,
        IMAGES_URL: images.url,
        FRAMES_URL: frames.url,
        OUTBOUND_URL: outbound.url,
      },
      name: 'opx',
      host: '127.0.0.1',
      port,
      modules: [{ type: 'ESModule', path: script, contents: await readFile(script, 'utf8') }],
      modulesRoot: path.dirname(script),
      // Avoids an external request for the client's location.
      cf: false,
      unsafeTriggerHandlers: true,
      log: new Log(LogLevel.WARN),
      handleStructuredLogs: ({ message }: { message: string }) => process.stdout.write(`${message}\n`),
    }),
  )
  await runtime.ready
  return {
    close: async () => {
      await runtime.dispose()
      await images.close()
      await frames.close()
      await outbound.close()
    },
  }
})
