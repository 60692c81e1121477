/** The part of Trusted Types that is used here. Source: w3.org/TR/trusted-types */
interface ScriptUrlPolicy {
  createScriptURL: (address: string) => string
}
interface TrustedTypesFactory {
  createPolicy: (name: string, rules: ScriptUrlPolicy) => ScriptUrlPolicy
}

declare global {
  interface Window {
    trustedTypes?: TrustedTypesFactory
  }
}

/**
 * The address of a script as the browser accepts it. The page's CSP names the policies, each of which is created once and allows
 * only its own script. Browsers without Trusted Types accept plain addresses.
 */
export function trustedScript(policy: string, script: string): string {
  const rules: ScriptUrlPolicy = {
    createScriptURL: (address) => {
      if (address === script) return address
      throw new TypeError(`${address} is not a script of this site.`)
    },
  }
  return (window.trustedTypes?.createPolicy(policy, rules) ?? rules).createScriptURL(script)
}
