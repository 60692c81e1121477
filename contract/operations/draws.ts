import { CollectionBody } from '#contract/schemas/collections.ts'
import { DrawAnchorsReply, DrawEpochsReply, DrawsQuery, DrawsReply } from '#draw-verifier/draw-records.ts'
import { StatusReply } from '#contract/schemas/profiles.ts'
import { routes } from '#contract/addresses.ts'
import type { Operation } from './operation.ts'

const common = { tag: 'Reading', auth: 'none', shared: true, query: DrawsQuery } as const

export const drawOperations = {
  getDraws: {
    ...routes.getDraws,
    ...common,
    summary: 'The draws of a random collection, newest first; what they drew once it is paid for',
    reply: DrawsReply,
  },
  getDrawEpochs: {
    ...routes.getDrawEpochs,
    ...common,
    summary: 'List the commitments of the draw epochs of a collection, newest first',
    reply: DrawEpochsReply,
  },
  getDrawAnchors: {
    ...routes.getDrawAnchors,
    ...common,
    summary: 'All anchors while a collection is drawn from, with all their entries, newest first',
    reply: DrawAnchorsReply,
  },
  startDrawEpoch: {
    ...routes.startDrawEpoch,
    fresh: true,
    tag: 'Collections',
    auth: 'session',
    keyed: true,
    limit: 'write',
    summary: 'Put all unsold items of a random collection into a new secret order (issuer)',
    body: CollectionBody,
    reply: StatusReply,
  },
} as const satisfies Record<string, Operation>
