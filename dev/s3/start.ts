import { mkdir } from 'node:fs/promises'
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare'
import { messageOf, StackError } from '#dev/lib/stack-error.ts'
import { localS3 } from './credentials.ts'

export interface S3Options {
  port: number
  /** Objects live here; without it they are forgotten at the end. */
  dir?: string
  buckets?: string[]
}

export interface S3 {
  /** Of the S3 API, path style: `<endpoint>/<bucket>/<key>`. */
  endpoint: string
  /** What a browser connects to when it uploads by a presigned URL. */
  origin: string
  close: () => Promise<void>
}

/**
 * The S3 face of Cloudflare R2 as Miniflare serves it: SigV4 is verified, multipart, ranges and presigned URLs work, CORS is
 * open. Buckets are those named here: R2's S3 API makes none.
 */
export async function startS3(options: S3Options): Promise<S3> {
  const { accessKeyId, secretAccessKey, bucket } = localS3
  if (options.dir !== undefined) await mkdir(options.dir, { recursive: true })
  const server = new Miniflare(
    convertV4MiniflareOptions({
      name: 'storage',
      host: '127.0.0.1',
      port: options.port,
      modules: true,
      script: 'export default { fetch: () => new Response("Local object storage\\n") }',
      compatibilityDate: '2026-10-01',
      log: new Log(LogLevel.NONE),
      // A folder keeps them; `false` keeps them in memory.
      r2Persist: options.dir ?? false,
      r2Buckets: Object.fromEntries(
        (options.buckets ?? [bucket]).map((id) => [
          `BUCKET_${id.replaceAll('-', '_')}`,
          { id, s3Credentials: { accessKeyId, secretAccessKey } },
        ]),
      ),
    }),
  )
  let url: URL
  try {
    url = await server.ready
  } catch (error) {
    await server.dispose()
    throw new StackError(`The object storage did not start on port ${options.port}: ${messageOf(error)}.`)
  }
  const origin = `http://127.0.0.1:${url.port}`
  return { endpoint: `${origin}/cdn-cgi/local/r2/s3`, origin, close: () => server.dispose() }
}
