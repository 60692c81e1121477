/** Of the local object storage only: everybody knows them, and they open nothing else. */
export const localS3 = {
  accessKeyId: 'opx-local-key',
  secretAccessKey: 'opx-local-secret-that-everybody-knows',
  region: 'auto',
  bucket: 'opx-media',
} as const
