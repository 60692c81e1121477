import { PinsQuery, PinsReply } from '#worker/contract/pins.ts'
import type { Operation } from './operation.ts'

export const pinningOperations = {
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
