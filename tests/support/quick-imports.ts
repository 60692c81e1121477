import { registerHooks, type ResolveFnOutput } from 'node:module'

const root = new URL('../../', import.meta.url).href
const packages = new Map<string, ResolveFnOutput>()

/** `#ledger/x` is a name of the workspace `local-ledger`; the other names are folders. */
const addressOf = (specifier: string, parent: string) =>
  specifier.startsWith('#')
    ? root + specifier.slice(1).replace(/^ledger\//, 'local-ledger/')
    : new URL(specifier, parent).href

// A test of the worker imports some 2,000 modules. Node and vitest look up each of them for every import of it, and vitest notes each
// import for its watch mode. Our modules are where their names say, and a package is the same one for all of them.
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
