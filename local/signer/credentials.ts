import type { App } from './types.ts'

/** Public credentials, accepted only by the local signer. */
export const localApp: Omit<App, 'webhookUrl'> = {
  uuid: '0d0c4d8e-5f0b-4c63-9a9b-6f7f1f0f0a01',
  name: 'OPX (local)',
  key: '00000000-0000-4000-8000-00000000a11c',
  secret: '00000000-0000-4000-8000-0000005ec2e7',
}
