import type { Settings } from '#worker/contract/marketplace.ts'
import type { Context } from '#worker/domain/context.ts'

export function getSettings({ settings, treasury }: Context): Settings {
  return {
    owner: treasury.account,
    network: settings.network,
    links: settings.links,
    analytics: settings.analytics,
  }
}
