import { DeleteObjectCommand, HeadObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { type PinningSettings, pinningRefusal } from './pinning-request.ts'
import type { PinningPort } from './port.ts'
import { uploadBody } from './upload-body.ts'

/**
 * Creates the client of Filebase, an S3-compatible service that pins every object and returns its CID as metadata.
 * Source: docs.filebase.com "S3-Compatible API".
 */
export function createFilebase({ url, token, bucket }: Omit<PinningSettings, 'fetch'>): PinningPort {
  const [accessKeyId = '', secretAccessKey = ''] = token.split(':', 2)
  const client = new S3Client({
    endpoint: url,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: 1,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  return {
    available: true,
    async add({ body, bytes, contentType, name, isCar }, signal) {
      const object = { Bucket: bucket, Key: name }
      try {
        await client.send(
          new PutObjectCommand({
            ...object,
            Body: uploadBody([body], bytes),
            ContentLength: bytes,
            ContentType: contentType,
            ...(isCar ? { Metadata: { import: 'car' } } : {}),
          }),
          { abortSignal: signal },
        )
        const { Metadata } = await client.send(new HeadObjectCommand(object), { abortSignal: signal })
        const cid = Metadata?.['cid']
        if (cid !== undefined) return cid
      } catch (cause) {
        throw pinningRefusal('It could not be reached, or refused.', cause)
      }
      throw pinningRefusal('It answered no CID: is the bucket one of IPFS?')
    },
    async remove(cid, signal) {
      try {
        await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: cid }), { abortSignal: signal })
      } catch (cause) {
        throw pinningRefusal('It could not be reached, or refused.', cause)
      }
    },
  }
}
