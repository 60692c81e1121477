/** Public credentials, accepted only by the local object storage. */
export const localS3 = {
  accessKeyId: 'opx-local-key',
  secretAccessKey: 'opx-local-secret-that-everybody-knows',
  region: 'auto',
  bucket: 'opx-media',
} as const
