import {
  AbortMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetBucketLifecycleConfigurationCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { Environment } from '#worker/env.ts'
import { fault, type Finding, ok, reasonOf, request, rule, warning } from './finding.ts'

const area = 'storage'

type Settings = Pick<
  Environment,
  'S3_ENDPOINT' | 'S3_REGION' | 'S3_BUCKET' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY' | 'SITE_ORIGIN'
>

async function checkObject(client: S3Client, Bucket: string, Key: string): Promise<Finding> {
  const body = 'OPX doctor'
  await client.send(new PutObjectCommand({ Bucket, Key, Body: body }))
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }))
  await client.send(new DeleteObjectCommand({ Bucket, Key }))
  return rule(
    area,
    (await Body?.transformToString()) === body,
    'An object can be stored, read and deleted.',
    fault(
      area,
      'A stored object came back with other content.',
      'Check the bucket and what stands before it.',
    ),
  )
}

async function checkMultipart(client: S3Client, Bucket: string, Key: string): Promise<Finding> {
  try {
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }))
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
    return ok(area, 'A multipart upload can be started and aborted.')
  } catch (error) {
    return fault(
      area,
      `A multipart upload cannot be started and aborted: ${reasonOf(error)}`,
      'Allow the key to create and abort multipart uploads: large files are sent in parts.',
    )
  }
}

const allows = (response: Response, origin: string) =>
  ['*', origin].includes(response.headers.get('access-control-allow-origin') ?? '')
const lists = (response: Response, header: string, item: RegExp) =>
  item.test(response.headers.get(header) ?? '')

/** Uploads as a browser does that shows the site: a preflight request, then the upload to a signed address. */
async function checkCors(client: S3Client, Key: string, settings: Settings): Promise<Finding> {
  const { S3_BUCKET: Bucket, SITE_ORIGIN: origin } = settings
  const remedy = `Run npm run provision, or add a CORS rule: origin ${origin}, method PUT, exposed header ETag.`
  const url = await getSignedUrl(client, new PutObjectCommand({ Bucket, Key }), { expiresIn: 60 })
  const preflight = await request(url, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'content-type',
    },
  })
  if (typeof preflight === 'string') return fault(area, `The preflight request failed: ${preflight}`, remedy)
  if (!allows(preflight, origin) || !lists(preflight, 'access-control-allow-methods', /\bPUT\b|\*/))
    return fault(area, 'The bucket does not let browsers upload from the site.', remedy)
  const upload = await request(url, { method: 'PUT', headers: { origin }, body: 'OPX doctor' })
  await client.send(new DeleteObjectCommand({ Bucket, Key }))
  const isReadable =
    typeof upload !== 'string' &&
    allows(upload, origin) &&
    lists(upload, 'access-control-expose-headers', /\betag\b|\*/i)
  return rule(
    area,
    isReadable,
    'Browsers may upload from the site.',
    fault(area, 'Browsers cannot read the ETag of what they upload, so large files fail.', remedy),
  )
}

async function checkLifecycle(client: S3Client, Bucket: string): Promise<Finding> {
  const remedy =
    'Run npm run provision, or add a lifecycle rule that aborts incomplete multipart uploads after 3 days.'
  try {
    const { Rules = [] } = await client.send(new GetBucketLifecycleConfigurationCommand({ Bucket }))
    return rule(
      area,
      Rules.some(({ AbortIncompleteMultipartUpload: abort }) => abort?.DaysAfterInitiation !== undefined),
      'A lifecycle rule aborts incomplete uploads.',
      warning(area, 'No lifecycle rule aborts incomplete uploads.', remedy),
    )
  } catch (error) {
    return warning(area, `The lifecycle rules cannot be read: ${reasonOf(error)}`, remedy)
  }
}

/** Checks that the bucket stores and returns objects, and that browsers may upload to it. */
export async function checkStorage(settings: Settings): Promise<Finding[]> {
  const { S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = settings
  const client = new S3Client({
    endpoint: S3_ENDPOINT,
    region: S3_REGION,
    forcePathStyle: true,
    maxAttempts: 1,
    requestHandler: { requestTimeout: 10_000, connectionTimeout: 5_000 },
    credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
  })
  const key = `doctor/${crypto.randomUUID()}`
  try {
    return [
      await checkObject(client, S3_BUCKET, key),
      await checkMultipart(client, S3_BUCKET, key),
      await checkCors(client, key, settings),
      await checkLifecycle(client, S3_BUCKET),
    ]
  } catch (error) {
    return [
      fault(
        area,
        `The bucket ${S3_BUCKET} cannot be used: ${reasonOf(error)}`,
        'Check S3_ENDPOINT, S3_BUCKET, and that the key may read, write and delete.',
      ),
    ]
  } finally {
    client.destroy()
  }
}
