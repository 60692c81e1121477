/** A failure that the user can fix. Its message is one complete sentence and is the only output. */
export class StackError extends Error {
  override name = 'StackError'
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Returns the `code` of a Node system error (ENOENT), or an empty string. */
export function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return ''
  return typeof error.code === 'string' ? error.code : ''
}
