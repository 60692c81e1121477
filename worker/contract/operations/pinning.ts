import { PinMediaForm, PinMediaReply, PinsQuery, PinsReply } from '#worker/contract/pins.ts'
import type { Operation } from './operation.ts'

export const pinningOperations = {
  pinMedia: {
    method: 'POST',
    path: '/api/ipfs/pinMedia',
    summary: 'Keep a picture, film or PDF and pin it to IPFS; answers its CID',
    tag: 'Creating',
    auth: 'bearer',
    form: PinMediaForm,
    reply: PinMediaReply,
    failed: true,
  },
  getPins: {
    method: 'GET',
    path: '/api/ipfs/pins',
    summary: 'How the files stand that the connected account has had pinned to IPFS',
    tag: 'Creating',
    auth: 'bearer',
    query: PinsQuery,
    reply: PinsReply,
  },
} as const satisfies Record<string, Operation>
