/** The edge's own cache. Source: developers.cloudflare.com/workers/runtime-apis/cache */
export interface EdgeCache {
  /** With a byte range, returns the part of a cached answer (206), or 416. */
  match(key: string, range?: string): Promise<Response | undefined>
  put(key: string, response: Response): Promise<void>
}
