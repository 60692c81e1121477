import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { asJson } from '#local/lib/rpc.ts'
import { StackError } from '#local/lib/stack-error.ts'
import type { S3Location } from '#local/stack/options.ts'
import type { MediaFile } from './media-file.ts'

export interface Published {
  cid: string
  s3Key: string
}

export interface Publisher {
  /** Pins a file and stores it in the bucket under its CID. */
  publish: (file: Pick<MediaFile, 'bytes' | 'contentType'>) => Promise<Published>
  close: () => void
}

/** Pins bytes through Kubo's RPC, which returns the file's public CID. */
async function pin(apiUrl: string, bytes: Buffer): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([Uint8Array.from(bytes)]))
  const response = await fetch(`${apiUrl}/api/v0/add?cid-version=1&raw-leaves=true&pin=true`, {
    method: 'POST',
    body: form,
  })
  const reply = await response.text()
  const cid = response.ok ? asJson(JSON.parse(reply))['Hash'] : null
  if (typeof cid !== 'string') throw new StackError(`Pinning failed: ${reply.slice(0, 200)}.`)
  return cid
}

export function createPublisher(s3: S3Location, ipfsApiUrl: string): Publisher {
  const client = new S3Client({
    endpoint: s3.endpoint,
    region: s3.region,
    forcePathStyle: true,
    credentials: { accessKeyId: s3.accessKeyId, secretAccessKey: s3.secretAccessKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
  })
  return {
    publish: async ({ bytes, contentType }) => {
      const cid = await pin(ipfsApiUrl, bytes)
      const s3Key = `ipfs/${cid}`
      await client.send(
        new PutObjectCommand({ Bucket: s3.bucket, Key: s3Key, Body: bytes, ContentType: contentType }),
      )
      return { cid, s3Key }
    },
    close: () => client.destroy(),
  }
}
