/** Thrown at the cut connection: the worker is dead. */
export class Killed extends Error {}

export interface Gate {
  /** Counts a point where the worker may crash, and kills it at the chosen one. @throws Killed */
  pass: (name: string) => Promise<void>
  /** Starts counting; kills at that point, or never with null. */
  arm: (at: number | null, kill: () => Promise<void>) => void
  /** Stops counting. */
  disarm: () => void
  /** Points passed since it was armed. */
  passed: () => string[]
  /** The point of the kill. */
  killedAt: () => string | null
}

/** Counts the worker's external effects, before and after each, and kills it at one of these points. */
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
