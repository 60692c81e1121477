import { sentence } from '#contract/words/sentence.ts'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Refusal } from '#contract/words/refusal.ts'
import type { StoragePort } from './port.ts'

export interface S3Settings {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

const unavailableRefusal = (cause: unknown) =>
  new Refusal('storage_unavailable', sentence('The media store is not responding at the moment.'), { cause })

/**
 * Timeout for a read to begin. After it the store counts as unavailable, because the file may be available elsewhere.
 */
const findTimeoutMs = 8000
/**
 * Rate that extends the timeout, by a second per 4 MB, because a busy store may read part of a large object before it
 * answers.
 */
const bytesPerMs = 4000

/** Aborts a request that does not start in time. Reading the body has no time limit. */
async function inTime<T>(bytes: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), findTimeoutMs + bytes / bytesPerMs)
  try {
    return await work(abort.signal)
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Creates a client for any S3-compatible store (AWS, R2, MinIO). Uses path-style addresses, which work with any
 * endpoint.
 */
export function createS3Client(settings: S3Settings): S3Client {
  return new S3Client({
    endpoint: settings.endpoint,
    region: settings.region,
    forcePathStyle: true,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    // The default checksums break presigned uploads and most S3-compatible stores other than Amazon's.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
}

export function createS3Storage(settings: S3Settings): StoragePort {
  const client = createS3Client(settings)
  return {
    async find(key, range, expectedBytes = 0) {
      try {
        const object = await inTime(expectedBytes, (abortSignal) =>
          client.send(
            new GetObjectCommand({
              Bucket: settings.bucket,
              Key: key,
              ...(range === undefined ? {} : { Range: range }),
            }),
            { abortSignal },
          ),
        )
        if (object.Body === undefined) return null
        return {
          body: object.Body.transformToWebStream(),
          contentType: object.ContentType ?? 'application/octet-stream',
          bytes: object.ContentLength ?? 0,
          range: object.ContentRange ?? null,
        }
      } catch (cause) {
        if (cause instanceof NoSuchKey) return null
        const status = cause instanceof S3ServiceException ? cause.$metadata.httpStatusCode : undefined
        if (status === 404) return null
        // The range begins after the end of the file, so the whole file is returned. A server may ignore a Range (RFC 9110,
        // 14.2).
        if (status === 416 && range !== undefined) return this.find(key)
        throw unavailableRefusal(cause)
      }
    },
    async put(key, bytes, contentType) {
      try {
        await client.send(
          new PutObjectCommand({ Bucket: settings.bucket, Key: key, Body: bytes, ContentType: contentType }),
        )
      } catch (cause) {
        throw unavailableRefusal(cause)
      }
    },
    async copy(from, to) {
      try {
        const source = encodeURI(`${settings.bucket}/${from}`)
        await client.send(new CopyObjectCommand({ Bucket: settings.bucket, Key: to, CopySource: source }))
      } catch (cause) {
        throw unavailableRefusal(cause)
      }
    },
    async remove(key) {
      try {
        await client.send(new DeleteObjectCommand({ Bucket: settings.bucket, Key: key }))
      } catch (cause) {
        throw unavailableRefusal(cause)
      }
    },
  }
}
