import { HealthReply, OwnerReply, Settings } from '#worker/contract/marketplace.ts'
import { routes } from '#worker/contract/routes.ts'
import type { Operation } from './operation.ts'

const read = { tag: 'Marketplace', auth: 'none' } as const

export const marketplaceOperations = {
  getMarketplaceOwner: {
    ...routes.getMarketplaceOwner,
    ...read,
    shared: true,
    summary: 'Address of the marketplace owner account',
    reply: OwnerReply,
  },
  getSettings: {
    ...routes.getSettings,
    ...read,
    summary: 'What the client must know: owner, network, links',
    reply: Settings,
  },
  getHealth: {
    ...routes.getHealth,
    ...read,
    summary:
      'Whether the index is up with the ledger, and whether the marketplace account has reserve and tickets',
    reply: HealthReply,
  },
} as const satisfies Record<string, Operation>
