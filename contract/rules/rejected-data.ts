/** SQLSTATE classes of rejected values: data exceptions (22), integrity violations (23), exceeded limits (54). */
const rejectedCodes = /^(?:22|23|54)/

/** True if the database refused a statement because of its values, so that repeating it cannot help. */
export function isRejectedData(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return 'code' in error && typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code)
    ? rejectedCodes.test(error.code)
    : isRejectedData(error.cause)
}
