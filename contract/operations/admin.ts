import { AdminOverview, AuditQuery, AuditReply, RetryPinBody } from '#contract/schemas/admin.ts'
import { FeatureCollectionBody, FeatureNftBody, VerifyCollectionBody } from '#contract/schemas/collections.ts'
import { DecideContentBody } from '#contract/schemas/nfts.ts'
import { SetRoomBody } from '#contract/schemas/room.ts'
import { StatusReply } from '#contract/schemas/profiles.ts'
import { routes } from '#contract/addresses.ts'
import type { Operation } from './operation.ts'

const common = { tag: 'Marketplace', auth: 'owner', fresh: true } as const
const write = { ...common, keyed: true, reply: StatusReply } as const

export const adminOperations = {
  getOverview: {
    ...routes.getOverview,
    ...common,
    summary: 'Get the state of the marketplace’s own work (marketplace owner)',
    reply: AdminOverview,
  },
  getAudit: {
    ...routes.getAudit,
    ...common,
    summary: 'List decisions and who made them, newest first, page by page (marketplace owner)',
    query: AuditQuery,
    reply: AuditReply,
  },
  verifyCollection: {
    ...routes.verifyCollection,
    ...write,
    summary: 'Verify a collection, or withdraw it (marketplace owner)',
    body: VerifyCollectionBody,
  },
  featureCollection: {
    ...routes.featureCollection,
    ...write,
    summary: 'Feature a collection, or stop featuring it (marketplace owner)',
    body: FeatureCollectionBody,
  },
  featureNft: {
    ...routes.featureNft,
    ...write,
    summary: 'Feature an NFT, or stop featuring it (marketplace owner)',
    body: FeatureNftBody,
  },
  setRoom: {
    ...routes.setRoom,
    ...write,
    summary: 'Present an artist with three works on the home page, or nobody (marketplace owner)',
    body: SetRoomBody,
  },
  decideContent: {
    ...routes.decideContent,
    ...write,
    summary: 'Decide whether an NFT is adult content (marketplace owner)',
    body: DecideContentBody,
  },
  retryPin: {
    ...routes.retryPin,
    ...write,
    summary: 'Retry a file whose pinning has failed (marketplace owner)',
    body: RetryPinBody,
  },
} as const satisfies Record<string, Operation>
