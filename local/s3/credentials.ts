/** Only for the local object storage: public, and valid nowhere else. */
export const localS3 = {
  accessKeyId: 'opx-local-key',
  secretAccessKey: 'opx-local-secret-that-everybody-knows',
  region: 'auto',
  bucket: 'opx-media',
} as const
