/** Thrown where the line is cut: the worker is dead. */
export class Killed extends Error {}

export interface Gate {
  /** Counts a point where the worker may die, and kills it when it is the chosen one. @throws Killed */
  pass: (name: string) => Promise<void>
  /** Begins to count; dies at that point, or never with null. */
  arm: (at: number | null, kill: () => Promise<void>) => void
  /** Stops counting. */
  disarm: () => void
  /** Points passed since it was armed. */
  passed: () => string[]
  /** Where it died. */
  died: () => string | null
}

/** Counts what the worker does to the outside, before and after each, and kills it at one of these points. */
export function createGate(): Gate {
  let names: string[] = []
  let at: number | null = null
  let kill: (() => Promise<void>) | null = null
  let died: string | null = null
  return {
    pass: async (name) => {
      if (kill === null) return
      names.push(name)
      if (died !== null || at === null || names.length !== at) return
      died = name
      await kill()
      throw new Killed(name)
    },
    arm: (point, killer) => {
      names = []
      at = point
      kill = killer
      died = null
    },
    disarm: () => {
      kill = null
    },
    passed: () => names,
    died: () => died,
  }
}
