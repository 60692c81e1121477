/** The database cannot be reached, or takes no connections. Thrown by `db`; drivers may wrap it. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('The database does not answer.', { cause })
  }
}

/** Deep enough for a driver within a query builder. */
const maxDepth = 5

/** Whether an error, or one that it wraps, means that the database cannot be reached. */
export function isDatabaseUnavailable(error: unknown, depth = 0): boolean {
  if (error instanceof DatabaseUnavailable) return true
  if (!(error instanceof Error) || depth === maxDepth) return false
  // The Neon driver names what it wraps `sourceError`.
  const wrapped: unknown[] = [error.cause, Reflect.get(error, 'sourceError')]
  return wrapped.some((inner) => isDatabaseUnavailable(inner, depth + 1))
}
