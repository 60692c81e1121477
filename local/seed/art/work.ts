import type { Random } from './random.ts'

export type Traits = Record<string, string>

/** A picture before it is encoded: lines and shapes, or pixels. */
export type Work =
  | { kind: 'svg'; svg: string; traits: Traits /** Share of visible paper, 0 to 1. */; grain: number }
  | { kind: 'pixels'; pixels: Uint8Array; side: number; traits: Traits; grain: number }

/** A drawing algorithm. The same random numbers always yield the same work. */
export type Style = (random: Random, index: number) => Work
