import type { HonoRequest } from 'hono'

/** Parameters of the query; a repeated one is a list. */
export function queryOf(req: HonoRequest): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(req.queries()).map(([name, values]) => [
      name,
      values.length === 1 ? (values[0] ?? '') : values,
    ]),
  )
}
