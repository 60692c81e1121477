import { sentence } from '#contract/words/sentence.ts'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { Refusal } from '#contract/words/refusal.ts'
import { createS3Client, type S3Settings } from '#worker/ports/storage/s3.ts'
import type { UploadsPort } from './port.ts'

const unavailableRefusal = (cause: unknown) =>
  new Refusal('storage_unavailable', sentence('The media store is not responding at the moment.'), { cause })

const isNamed = (cause: unknown, names: string[]) =>
  cause instanceof S3ServiceException && names.includes(cause.name)

/**
 * Creates presigned S3 multipart uploads (SigV4). Source: docs.aws.amazon.com "Uploading objects with presigned URLs".
 */
export function createS3Uploads(settings: S3Settings): UploadsPort {
  const client = createS3Client(settings)
  const Bucket = settings.bucket

  /** Runs one call to the store and turns any error into storage_unavailable. */
  async function callStore<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (cause) {
      throw unavailableRefusal(cause)
    }
  }

  return {
    begin: (Key) =>
      callStore(async () => {
        const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }))
        if (UploadId === undefined) throw new Error('The store gave the upload no number.')
        return UploadId
      }),
    signPart: (Key, UploadId, { number, bytes }, expiresIn) =>
      callStore(() =>
        getSignedUrl(
          client,
          new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: number, ContentLength: bytes }),
          // The length is signed, so clients cannot upload more than the announced bytes.
          {
            expiresIn,
            unhoistableHeaders: new Set(['content-length']),
            signableHeaders: new Set(['host', 'content-length']),
          },
        ),
      ),
    putPart: (Key, UploadId, PartNumber, Body) =>
      callStore(async () => {
        const part = { Bucket, Key, UploadId, PartNumber, Body }
        const { ETag } = await client.send(new UploadPartCommand(part))
        if (ETag === undefined) throw new Error('The store gave the part no ETag.')
        return ETag
      }),
    async complete(Key, UploadId, parts) {
      const Parts = parts.map(({ number, etag }) => ({ PartNumber: number, ETag: etag }))
      try {
        await client.send(
          new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }),
        )
        return 'done'
      } catch (cause) {
        if (isNamed(cause, ['NoSuchUpload'])) return 'missing'
        if (
          isNamed(cause, [
            'InvalidPart',
            'InvalidPartOrder',
            'EntityTooSmall',
            'MalformedXML',
            'InvalidArgument',
          ])
        )
          return 'parts'
        throw unavailableRefusal(cause)
      }
    },
    async abort(Key, UploadId) {
      try {
        await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
      } catch (cause) {
        if (!isNamed(cause, ['NoSuchUpload'])) throw unavailableRefusal(cause)
      }
    },
    take: (from, to, ContentType) =>
      callStore(async () => {
        const CopySource = encodeURI(`${Bucket}/${from}`)
        await client.send(
          new CopyObjectCommand({ Bucket, Key: to, CopySource, ContentType, MetadataDirective: 'REPLACE' }),
        )
      }),
  }
}
