import { HealthReply, OwnerReply, Settings } from '#contract/schemas/marketplace.ts'
import { routes } from '#contract/addresses.ts'
import type { Operation } from './operation.ts'

const common = { tag: 'Marketplace', auth: 'none' } as const

export const marketplaceOperations = {
  getMarketplaceOwner: {
    ...routes.getMarketplaceOwner,
    ...common,
    shared: true,
    summary: 'Address of the marketplace owner account',
    reply: OwnerReply,
  },
  getSettings: {
    ...routes.getSettings,
    ...common,
    summary: 'Get the settings of the client: owner, network, links',
    reply: Settings,
  },
  getHealth: {
    ...routes.getHealth,
    ...common,
    summary:
      'Check whether the site is up, degraded (with the reasons) or read-only, whether the index is up to date with the ledger, and whether the marketplace account has reserve and tickets',
    reply: HealthReply,
  },
} as const satisfies Record<string, Operation>
