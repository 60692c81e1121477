import type { HonoRequest } from 'hono'

/** Returns the query parameters; a repeated parameter is a list. */
export function queryOf(req: HonoRequest): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(req.queries()).map(([name, values]) => [
      name,
      values.length === 1 ? (values[0] ?? '') : values,
    ]),
  )
}
