import { createElement, Fragment, type ReactNode } from 'react'

/** The parts of a message as one node. Called by the compiled messages (build/messages/compile.ts). */
export const rich = (...parts: ReactNode[]): ReactNode => createElement(Fragment, null, ...parts)
