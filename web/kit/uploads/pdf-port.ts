import { trustedTypesPolicy } from '#worker/contract/trusted-types.ts'
import { default as script } from './pdf-worker.ts?worker&url'

/** The part of Trusted Types that is used here. Source: w3.org/TR/trusted-types */
interface ScriptUrlPolicy {
  createScriptURL: (address: string) => string
}
interface TrustedTypesFactory {
  createPolicy: (name: string, rules: ScriptUrlPolicy) => ScriptUrlPolicy
}

function isFactory(value: unknown): value is TrustedTypesFactory {
  return typeof value === 'object' && value !== null && 'createPolicy' in value
}

/** Allows only the URL of our worker. */
const rules: ScriptUrlPolicy = {
  createScriptURL: (address) => {
    if (address === script) return address
    throw new TypeError(`${address} is not a script of this site.`)
  },
}

/** The page's CSP allows one policy of this name, so it is created once. Browsers without Trusted Types accept plain URLs. */
const factory: unknown = Reflect.get(globalThis, 'trustedTypes')
const policy = isFactory(factory) ? factory.createPolicy(trustedTypesPolicy, rules) : rules

/** Starts the pdf.js worker, which parses files. */
export function startPdfWorker(): Worker {
  return new Worker(policy.createScriptURL(script), { type: 'module' })
}
