/**
 * Runs the object storage in a separate process, because Miniflare ends its process on a signal, and its runtime
 * survives a killed parent.
 */
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare'
import { servePart } from '#local/lib/child-process.ts'
import type { S3Start } from './start.ts'

servePart<S3Start>(async ({ port, dir, buckets, accessKeyId, secretAccessKey }) => {
  const server = new Miniflare(
    convertV4MiniflareOptions({
      name: 'storage',
      host: '127.0.0.1',
      port,
      modules: true,
      script: 'export default { fetch: () => new Response("Local object storage\\n") }',
      compatibilityDate: '2026-10-01',
      log: new Log(LogLevel.NONE),
      // Without a folder, objects are stored in a temporary folder, which is deleted with the process.
      ...(dir === undefined ? {} : { resourcePersistencePath: dir }),
      r2Buckets: Object.fromEntries(
        buckets.map((id) => [
          `BUCKET_${id.replaceAll('-', '_')}`,
          { id, s3Credentials: { accessKeyId, secretAccessKey } },
        ]),
      ),
    }),
  )
  const url = await server.ready
  return { detail: url.port, close: () => server.dispose() }
})
