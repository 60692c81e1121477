/** Thrown when the connection is cut: the worker was killed. */
export class Killed extends Error {}

export interface Gate {
  /** Counts a point where the worker may crash, and kills it at the selected one. @throws Killed */
  pass: (name: string) => Promise<void>
  /** Starts counting. Kills at this point, or never if it is null. */
  arm: (at: number | null, kill: () => Promise<void>) => void
  /** Stops counting. */
  disarm: () => void
  /** Returns the points passed since counting started. */
  passed: () => string[]
  /** Returns the point of the kill; null if there was none. */
  killedAt: () => string | null
}

/**
 * Creates a gate that counts the worker's external effects, before and after each, and kills the worker at one of these
 * points.
 */
export function createGate(): Gate {
  let names: string[] = []
  let at: number | null = null
  let kill: (() => Promise<void>) | null = null
  let killedAt: string | null = null
  return {
    pass: async (name) => {
      if (kill === null) return
      names.push(name)
      if (killedAt !== null || at === null || names.length !== at) return
      killedAt = name
      await kill()
      throw new Killed(name)
    },
    arm: (point, killer) => {
      names = []
      at = point
      kill = killer
      killedAt = null
    },
    disarm: () => {
      kill = null
    },
    passed: () => names,
    killedAt: () => killedAt,
  }
}
