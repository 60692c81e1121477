import type { Random } from './random.ts'

export type Noise = (x: number, y: number) => number

const smoothen = (t: number) => t * t * t * (t * (t * 6 - 15) + 10)
const mix = (a: number, b: number, t: number) => a + (b - a) * t

/** Creates smooth gradient noise between about -1 and 1, with features of size 1. */
export function createNoise(random: Random): Noise {
  const size = 256
  const angles = Array.from({ length: size }, () => random.range(0, Math.PI * 2))
  const order = Array.from({ length: size }, (_, index) => index)
  for (let index = size - 1; index > 0; index -= 1) {
    const otherIndex = random.int(0, index)
    const value = order[index] ?? 0
    order[index] = order[otherIndex] ?? 0
    order[otherIndex] = value
  }
  const at = (x: number, y: number) => {
    const row = order[((y % size) + size) % size] ?? 0
    return angles[order[(((x + row) % size) + size) % size] ?? 0] ?? 0
  }
  const corner = (x: number, y: number, dx: number, dy: number) => {
    const angle = at(x, y)
    return Math.cos(angle) * dx + Math.sin(angle) * dy
  }
  return (x, y) => {
    const [left, top] = [Math.floor(x), Math.floor(y)]
    const [dx, dy] = [x - left, y - top]
    const upper = mix(corner(left, top, dx, dy), corner(left + 1, top, dx - 1, dy), smoothen(dx))
    const lower = mix(
      corner(left, top + 1, dx, dy - 1),
      corner(left + 1, top + 1, dx - 1, dy - 1),
      smoothen(dx),
    )
    return mix(upper, lower, smoothen(dy)) * 1.4
  }
}

/** Adds several scales of the same noise, each half as strong as the previous scale. */
export function layerNoise(noise: Noise, octaves: number): Noise {
  return (x, y) => {
    let [sum, strength, scale] = [0, 1, 1]
    for (let octave = 0; octave < octaves; octave += 1) {
      sum += noise(x * scale + octave * 17.3, y * scale - octave * 9.1) * strength
      strength /= 2
      scale *= 2
    }
    return sum / (2 - 2 ** (1 - octaves))
  }
}
