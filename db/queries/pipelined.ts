import { sqlStateOf } from '#db/availability.ts'

/** SQLSTATE of every statement after one that failed: it says nothing of the reason. */
const afterFailure = '25P02'

/**
 * Waits for statements of one transaction that were given to the database without waiting for each other. If one fails, the others are
 * waited for, too: none of them may run after the transaction was rolled back. Throws the error of the one that failed first.
 */
export async function pipelined<T extends readonly unknown[] | []>(
  work: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  try {
    return await Promise.all(work)
  } catch (error) {
    const settled = await Promise.allSettled(work)
    const reasons = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
    throw reasons.find((reason) => sqlStateOf(reason) !== afterFailure) ?? error
  }
}
