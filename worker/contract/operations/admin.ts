import { AdminOverview, AuditQuery, AuditReply, RetryPinBody } from '#worker/contract/admin.ts'
import { FeatureCollectionBody, FeatureNftBody, VerifyCollectionBody } from '#worker/contract/collections.ts'
import { StatusReply } from '#worker/contract/profiles.ts'
import type { Operation } from './operation.ts'

const read = { method: 'GET', tag: 'Marketplace', auth: 'bearer' } as const
const own = { method: 'POST', tag: 'Marketplace', auth: 'bearer' } as const

export const adminOperations = {
  getOverview: {
    ...read,
    path: '/api/admin/overview',
    summary: 'How the marketplace’s own work stands (marketplace owner, signed in within the hour)',
    reply: AdminOverview,
  },
  getAudit: {
    ...read,
    path: '/api/admin/audit',
    summary: 'Who decided what, latest first, page by page (marketplace owner, signed in within the hour)',
    query: AuditQuery,
    reply: AuditReply,
  },
  verifyCollection: {
    ...own,
    path: '/api/admin/verify_collection',
    summary: 'Verify a collection, or take it back (marketplace owner, signed in within the hour)',
    body: VerifyCollectionBody,
    reply: StatusReply,
    failed: true,
  },
  featureCollection: {
    ...own,
    path: '/api/admin/set_featured_collection',
    summary: 'Feature a collection, or no longer (marketplace owner, signed in within the hour)',
    body: FeatureCollectionBody,
    reply: StatusReply,
    failed: true,
  },
  featureNft: {
    ...own,
    path: '/api/admin/set_featured_nft',
    summary: 'Feature an NFT, or no longer (marketplace owner, signed in within the hour)',
    body: FeatureNftBody,
    reply: StatusReply,
    failed: true,
  },
  retryPin: {
    ...own,
    path: '/api/admin/retry_pin',
    summary: 'Begin anew with a file whose pinning has failed (marketplace owner, signed in within the hour)',
    body: RetryPinBody,
    reply: StatusReply,
    failed: true,
  },
} as const satisfies Record<string, Operation>
