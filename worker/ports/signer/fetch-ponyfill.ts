// Stands in for the package `fetch-ponyfill` that xumm-sdk loads (wrangler.toml, [alias]): the package brings a fetch
// for Node and browsers that does not work in workerd, where every call failed with "Unexpected response from XUMM API".
import { signerTimeoutMs } from './timeout.ts'

const platform = () => ({
  // The SDK knows no timeout: without one, a hanging platform holds the request for as long as it likes.
  fetch: (input: RequestInfo | URL, init?: RequestInit) =>
    fetch(input, { ...init, signal: AbortSignal.timeout(signerTimeoutMs) }),
  Headers,
  Request,
  Response,
})
export default platform
