import { type ComponentType, lazy } from 'react'

const nothing = () => null

/** A part of the page whose code is loaded after it. Where it cannot be loaded, as without a network, the page is shown without it. */
export const lazyPart = (load: () => Promise<ComponentType>) =>
  lazy(async () => ({ default: await load().catch((): ComponentType => nothing) }))
