/** The used part of Trusted Types. Source: w3.org/TR/trusted-types */
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
 * Returns the URL of a script in a form that the browser accepts. The page's CSP names the policies; each is created
 * once and allows only its own script. Browsers without Trusted Types accept plain URLs.
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
