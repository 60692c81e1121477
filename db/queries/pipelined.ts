/**
 * Waits for statements of one transaction that were given to the database without waiting for each other. If one fails, the others are
 * waited for, too: none of them may run after the transaction was rolled back.
 */
export async function pipelined<T extends readonly unknown[] | []>(
  work: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  try {
    return await Promise.all(work)
  } catch (error) {
    await Promise.allSettled(work)
    throw error
  }
}
