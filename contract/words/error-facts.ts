/**
 * Returns the facts about an error for a log line. Message and stack of a failed statement contain its parameters
 * (tokens, blobs), so only the database's own reason is logged.
 */
export function errorFacts(error: unknown): { message: string; stack?: string } {
  if (!(error instanceof Error)) return { message: String(error) }
  if ('params' in error || error.message.startsWith('Failed query')) {
    const { cause } = error
    return { message: `statement failed: ${cause instanceof Error ? cause.message : 'no reason given'}` }
  }
  return error.stack === undefined
    ? { message: error.message }
    : { message: error.message, stack: error.stack }
}
