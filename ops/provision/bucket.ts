import {
  type CORSRule,
  GetBucketCorsCommand,
  GetBucketLifecycleConfigurationCommand,
  type LifecycleRule,
  PutBucketCorsCommand,
  PutBucketLifecycleConfigurationCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import type { Environment } from '#worker/env.ts'

type Settings = Pick<
  Environment,
  'S3_ENDPOINT' | 'S3_REGION' | 'S3_BUCKET' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY' | 'SITE_ORIGIN'
>

/** Days after which the bucket drops an upload that was not completed. */
const abandonedDays = 3

/** Returns the rules that a call reads; none if the bucket has none. */
async function readRules<T>(read: () => Promise<T[] | undefined>): Promise<T[]> {
  try {
    return (await read()) ?? []
  } catch (error) {
    const isMissing = error instanceof Error && /^NoSuch(CORS|Lifecycle)Configuration$/.test(error.name)
    if (isMissing) return []
    throw error
  }
}

async function allowUploads(client: S3Client, Bucket: string, origin: string): Promise<string> {
  const rules = await readRules<CORSRule>(
    async () => (await client.send(new GetBucketCorsCommand({ Bucket }))).CORSRules,
  )
  const isAllowed = rules.some(
    ({ AllowedOrigins = [], AllowedMethods = [], ExposeHeaders = [] }) =>
      AllowedOrigins.some((allowed) => allowed === origin || allowed === '*') &&
      AllowedMethods.includes('PUT') &&
      ExposeHeaders.some((name) => name.toLowerCase() === 'etag'),
  )
  if (isAllowed) return `The bucket already lets browsers upload from ${origin}.`
  const rule: CORSRule = {
    AllowedOrigins: [origin],
    AllowedMethods: ['PUT'],
    AllowedHeaders: ['*'],
    ExposeHeaders: ['ETag'],
    MaxAgeSeconds: 3600,
  }
  await client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules: [...rules, rule] } }))
  return `The bucket now lets browsers upload from ${origin}.`
}

async function dropAbandonedUploads(client: S3Client, Bucket: string): Promise<string> {
  const rules = await readRules<LifecycleRule>(
    async () => (await client.send(new GetBucketLifecycleConfigurationCommand({ Bucket }))).Rules,
  )
  if (rules.some(({ AbortIncompleteMultipartUpload: abort }) => abort?.DaysAfterInitiation !== undefined))
    return 'The bucket already drops uploads that were not completed.'
  const rule: LifecycleRule = {
    ID: 'abandoned-uploads',
    Status: 'Enabled',
    Filter: { Prefix: '' },
    AbortIncompleteMultipartUpload: { DaysAfterInitiation: abandonedDays },
  }
  await client.send(
    new PutBucketLifecycleConfigurationCommand({
      Bucket,
      LifecycleConfiguration: { Rules: [...rules, rule] },
    }),
  )
  return `The bucket now drops uploads that were not completed after ${abandonedDays} days.`
}

/**
 * Gives the bucket the rules that the site needs, beside those that it has: browsers may upload from the site, and
 * uploads that were not completed are dropped. Returns a sentence for each rule.
 */
export async function provisionBucket(settings: Settings): Promise<string[]> {
  const { S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, SITE_ORIGIN } = settings
  const client = new S3Client({
    endpoint: S3_ENDPOINT,
    region: S3_REGION,
    forcePathStyle: true,
    credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
  })
  try {
    return [await allowUploads(client, S3_BUCKET, SITE_ORIGIN), await dropAbandonedUploads(client, S3_BUCKET)]
  } finally {
    client.destroy()
  }
}
