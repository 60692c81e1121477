// Stands in for the package `fetch-ponyfill` that xumm-sdk loads (wrangler.toml, [alias]): the package brings a fetch
// for Node and browsers that does not work in workerd, where every call failed with "Unexpected response from XUMM API".
const platform = () => ({
  fetch: (input: RequestInfo | URL, init?: RequestInit) => fetch(input, init),
  Headers,
  Request,
  Response,
})
export default platform
