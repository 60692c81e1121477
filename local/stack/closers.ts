/**
 * Closes everything that was started, in reverse order. A failure to close one part must not leave the others running.
 */
export interface Closers {
  add: (close: () => Promise<void>) => void
  closeAll: () => Promise<void>
}

export function createClosers(): Closers {
  const closers: (() => Promise<void>)[] = []
  return {
    add: (close) => void closers.push(close),
    closeAll: async () => {
      const failures: unknown[] = []
      for (let close = closers.pop(); close !== undefined; close = closers.pop()) {
        try {
          await close()
        } catch (error) {
          failures.push(error)
        }
      }
      if (failures.length > 0)
        throw new AggregateError(failures, 'Some parts of the stack did not end in order.')
    },
  }
}
