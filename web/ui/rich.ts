import { createElement, Fragment, type ReactNode } from 'react'

/** Joins the parts of a message into one node. Called by the compiled messages (build/messages/compile.ts). */
export const rich = (...parts: ReactNode[]): ReactNode => createElement(Fragment, null, ...parts)
