/** The reply of a call that is done at once. */
export const success = <T>(data: T) => ({ status: 'success' as const, data })

/** The same when the work has succeeded, with a sentence for people. */
export async function done(work: Promise<unknown>, sentence: string) {
  await work
  return success(sentence)
}
