/** Thrown by `db` if the database cannot be reached or accepts no connections. Drivers may wrap it. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('The database does not answer.', { cause })
  }
}

/** Maximum number of causes to follow: enough for a driver error wrapped by a query builder. */
const maxDepth = 5

/** True if an error, or its cause, means that the database cannot be reached. */
export function isDatabaseUnavailable(error: unknown, depth = 0): boolean {
  if (error instanceof DatabaseUnavailable) return true
  if (!(error instanceof Error) || depth === maxDepth) return false
  // The Neon driver stores the wrapped error in `sourceError`.
  const causes: unknown[] = [error.cause, 'sourceError' in error ? error.sourceError : null]
  return causes.some((inner) => isDatabaseUnavailable(inner, depth + 1))
}
