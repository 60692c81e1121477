import { type ComponentType, lazy } from 'react'
import { afterFirstScreen } from './first-screen.ts'

const nothing = () => null

/** A part of the page whose code is loaded after the first screen. Where it cannot be loaded, as without a network, the page is shown without it. */
export const lazyPart = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => ({ default: await afterFirstScreen(load).catch((): ComponentType<P> => nothing) }))
