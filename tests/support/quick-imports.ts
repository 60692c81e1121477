import { registerHooks, type ResolveFnOutput } from 'node:module'

const root = new URL('../../', import.meta.url).href
const packages = new Map<string, ResolveFnOutput>()

/**
 * Returns the path of one of our modules. `#ledger/x` is an alias of the workspace `local-ledger`; all other aliases
 * are folders.
 */
const addressOf = (specifier: string, parent: string) =>
  specifier.startsWith('#')
    ? root + specifier.slice(1).replace(/^ledger\//, 'local-ledger/')
    : new URL(specifier, parent).href

// Resolves imports quickly. A worker test imports some 2,000 modules, and Node and Vitest resolve each import
// separately. The paths of our modules follow from their aliases, and a package resolves to the same file everywhere.
registerHooks({
  resolve(specifier, context, next) {
    const { parentURL: parent = '' } = context
    if (!parent.startsWith(root) || parent.includes('/node_modules/') || specifier.includes('vitest'))
      return next(specifier, context)
    const isOurs = /^[.#]/.test(specifier)
    if (isOurs && specifier.endsWith('.ts'))
      return { url: addressOf(specifier, parent), format: 'module-typescript', shortCircuit: true }
    const resolved = packages.get(specifier) ?? next(specifier, context)
    if (!isOurs) packages.set(specifier, resolved)
    return { ...resolved, shortCircuit: true }
  },
})
