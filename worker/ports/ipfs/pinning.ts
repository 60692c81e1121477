import { createFilebase } from './filebase.ts'
import { createKubo } from './kubo.ts'
import { createPinata } from './pinata.ts'
import { type PinningSettings, pinningRefusal } from './pinning-request.ts'
import type { PinningPort } from './port.ts'

export const pinningServices = ['none', 'kubo', 'pinata', 'filebase'] as const
export type PinningService = (typeof pinningServices)[number]

const defaultUrls = {
  kubo: 'http://127.0.0.1:5001',
  pinata: 'https://uploads.pinata.cloud',
  filebase: 'https://s3.filebase.com',
} as const

/** Port without a service: no file is pinned, and all files remain in the queue. */
const noPinning: PinningPort = {
  available: false,
  add: () => Promise.reject(pinningRefusal('None is set up.')),
  remove: () => Promise.resolve(),
}

/** Creates the client of the configured pinning service. Throws Error if one of its settings is missing. */
export function createPinning(service: PinningService, settings: PinningSettings): PinningPort {
  if (service === 'none') return noPinning
  const options = { ...settings, url: (settings.url || defaultUrls[service]).replace(/\/$/, '') }
  if (service !== 'kubo' && options.token === '')
    throw new Error(`Settings: PINNING_TOKEN is missing; PINNING=${service} needs it.`)
  if (service === 'kubo') return createKubo(options)
  if (service === 'pinata') return createPinata(options)
  if (options.bucket === '' || !options.token.includes(':'))
    throw new Error('Settings: PINNING=filebase needs PINNING_BUCKET, and key:secret as PINNING_TOKEN.')
  return createFilebase(options)
}
