import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { startPart } from '#local/lib/child-process.ts'
import { localS3 } from './credentials.ts'

export interface S3Options {
  port: number
  /** Folder of the objects; if it is omitted, objects are deleted at the end. */
  dir?: string
  buckets?: string[]
}

export interface S3Start {
  port: number
  dir: string | undefined
  buckets: string[]
  accessKeyId: string
  secretAccessKey: string
}

export interface S3 {
  /** Address of the S3 API, path style: `<endpoint>/<bucket>/<key>`. */
  endpoint: string
  /** The origin to which a browser uploads with a presigned URL. */
  origin: string
  close: () => Promise<void>
  /** Kills the storage, like a power failure. */
  kill: () => Promise<void>
  /** Resolves when the storage has ended, requested or not. */
  ended: Promise<void>
}

const entry = path.join(import.meta.dirname, 's3-process.ts')

/**
 * Starts Miniflare's implementation of Cloudflare R2's S3 API: SigV4 is verified; multipart, ranges and presigned URLs
 * work; CORS is open. Only the named buckets exist, because R2's S3 API cannot create buckets.
 */
export async function startS3(options: S3Options): Promise<S3> {
  const { accessKeyId, secretAccessKey, bucket } = localS3
  if (options.dir !== undefined) await mkdir(options.dir, { recursive: true })
  const start: S3Start = {
    port: options.port,
    dir: options.dir,
    buckets: options.buckets ?? [bucket],
    accessKeyId,
    secretAccessKey,
  }
  const part = await startPart('The object storage', entry, start)
  const origin = `http://127.0.0.1:${part.detail}`
  return {
    endpoint: `${origin}/cdn-cgi/local/r2/s3`,
    origin,
    close: part.stop,
    kill: part.kill,
    ended: part.ended,
  }
}
