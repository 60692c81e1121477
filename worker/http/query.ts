import type { HonoRequest } from 'hono'

/** Parameters of the query; one that stands several times is a list. */
export function queryOf(req: HonoRequest): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(req.queries()).map(([name, values]) => [
      name,
      values.length === 1 ? (values[0] ?? '') : values,
    ]),
  )
}
