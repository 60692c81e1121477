// Replaces the package `fetch-ponyfill` that xumm-sdk loads (wrangler.toml, [alias]). The package supports only Node
// and browsers; in workerd every call fails with "Unexpected response from XUMM API".
import { signerTimeoutMs } from './timeout.ts'

const createPlatform = () => ({
  // The SDK has no timeout: without one, a platform that does not answer would block the request indefinitely.
  fetch: (input: RequestInfo | URL, init?: RequestInit) =>
    fetch(input, { ...init, signal: AbortSignal.timeout(signerTimeoutMs) }),
  Headers,
  Request,
  Response,
})
export default createPlatform
