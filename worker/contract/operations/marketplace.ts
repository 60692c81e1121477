import { HealthReply, OwnerReply, Settings } from '#worker/contract/marketplace.ts'
import type { Operation } from './operation.ts'

export const marketplaceOperations = {
  getMarketplaceOwner: {
    method: 'GET',
    path: '/api/marketplace/owner',
    summary: 'Address of the marketplace owner account',
    tag: 'Marketplace',
    auth: 'none',
    shared: true,
    reply: OwnerReply,
  },
  getSettings: {
    method: 'GET',
    path: '/api/marketplace/settings',
    summary: 'What the client must know: owner, network, links',
    tag: 'Marketplace',
    auth: 'none',
    reply: Settings,
  },
  getHealth: {
    method: 'GET',
    path: '/api/health',
    summary:
      'Whether the index is up with the ledger, and whether the marketplace account has reserve and tickets',
    tag: 'Marketplace',
    auth: 'none',
    reply: HealthReply,
  },
} as const satisfies Record<string, Operation>
