/** Returns the reply of a call that is completed immediately. */
export const createSuccess = <T>(data: T) => ({ status: 'success' as const, data })

/** Waits for the work, and replies with a sentence: in the language of the call if a page shows it, else in English. */
export async function done(work: Promise<unknown>, sentence: string) {
  await work
  return createSuccess(sentence)
}
