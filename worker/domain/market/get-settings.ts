import type { Settings } from '#contract/schemas/marketplace.ts'
import type { Context } from '#worker/domain/context.ts'

/** Returns the settings for the client. Makes no external call, so that no page waits for one. */
export function getSettings({ settings, treasury, ledger }: Context): Settings {
  const { baseDrops, ownerDrops } = ledger.lastReserves()
  return {
    owner: treasury.account,
    admins: settings.admins,
    network: settings.network,
    links: settings.links,
    analytics: settings.analytics,
    tokens: settings.tokens,
    baseReserveDrops: baseDrops.toString(),
    ownerReserveDrops: ownerDrops.toString(),
    fiat: settings.prices.fiat,
    publicNodes: settings.publicNodes,
    walletConnect: settings.walletConnect,
  }
}
