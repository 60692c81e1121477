/**
 * What a log line says of an error. A failed statement's message carries its parameters (tokens, blobs), and so does its
 * stack: of those only the database's own reason is told.
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
