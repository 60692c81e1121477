import type { JsonObject } from '#dev/ledger/codec/json.ts'

/** Placeholder until faults are built. */
export class FaultBook {
  #rules: JsonObject[] = []
  set(rules: unknown): void {
    this.#rules = Array.isArray(rules) ? rules : []
  }
  list(): JsonObject[] {
    return this.#rules
  }
}
