/** The edge's own cache. Source: developers.cloudflare.com/workers/runtime-apis/cache */
export interface EdgeCache {
  match(key: string): Promise<Response | undefined>
  put(key: string, response: Response): Promise<void>
}
