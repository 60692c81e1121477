import { type ComponentType, lazy } from 'react'
import { afterFirstScreen } from './first-screen.ts'
import { nextTry } from './network.ts'

const loadAtLast = <P extends object>(load: () => Promise<ComponentType<P>>): Promise<ComponentType<P>> =>
  load().catch(async () => {
    await nextTry()
    return loadAtLast(load)
  })

/**
 * Creates a component whose code loads after the first screen. If it cannot load, for example without a network, the
 * page is shown without it until the network is back.
 */
export const lazyPart = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => ({ default: await afterFirstScreen(() => loadAtLast(load)) }))
