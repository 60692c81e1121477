import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { localS3 } from '#local/s3/credentials.ts'
import { startS3 } from '#local/s3/start.ts'

const { bucket, region, ...credentials } = localS3

/** Runs the storage server for one action. */
async function running<T>(dir: string, act: (client: S3Client) => Promise<T>): Promise<T> {
  const storage = await startS3({ port: 0, dir })
  const client = new S3Client({ endpoint: storage.endpoint, region, credentials, forcePathStyle: true })
  try {
    return await act(client)
  } finally {
    client.destroy()
    await storage.close()
  }
}

test('stored objects survive a restart of the storage', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'opx-s3-'))
  try {
    await running(dir, (client) =>
      client.send(new PutObjectCommand({ Bucket: bucket, Key: 'held/letter', Body: 'still sealed' })),
    )
    const contents = await running(dir, async (client) => {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: 'held/letter' }))
      return Body?.transformToString()
    })
    expect(contents).toBe('still sealed')
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
})
