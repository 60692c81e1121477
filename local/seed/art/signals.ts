import { GIFEncoder } from 'gifenc/dist/gifenc.esm.js'
import type { Random } from './random.ts'
import type { Traits } from './work.ts'

type Color = readonly [number, number, number]

interface Lamp {
  name: string
  dark: Color
  mid: Color
  bright: Color
}

const lamps: readonly [readonly [Lamp, number], ...(readonly [Lamp, number])[]] = [
  [{ name: 'Amber', dark: [12, 12, 17], mid: [122, 70, 24], bright: [255, 208, 120] }, 5],
  [{ name: 'Phosphor', dark: [8, 18, 16], mid: [24, 96, 82], bright: [190, 246, 214] }, 4],
  [{ name: 'Ink on paper', dark: [244, 236, 220], mid: [150, 140, 132], bright: [24, 28, 44] }, 4],
  [{ name: 'Vermilion', dark: [26, 10, 14], mid: [140, 34, 32], bright: [255, 178, 140] }, 3],
  [{ name: 'Deep sea', dark: [6, 12, 30], mid: [30, 70, 140], bright: [196, 226, 255] }, 3],
]

const size = 300
const frames = 18
const shades = 14

/** Runs for every pixel of every frame, and Math.hypot would be ten times slower. */
const distance = (x: number, y: number) => Math.sqrt(x * x + y * y)

type Field = (x: number, y: number, turn: number) => number

/** Returns the brightness from 0 to 1 at a position (-1 to 1) and a time (0 to 1). All fields loop. */
function fieldOf(random: Random, name: string): Field {
  const tau = Math.PI * 2
  const count = random.int(3, 6)
  const wave = random.range(7, 12)
  switch (name) {
    case 'Ripples': {
      const sources = Array.from(
        { length: count },
        () => [random.range(-0.8, 0.8), random.range(-0.8, 0.8), random.int(1, 2)] as const,
      )
      return (x, y, turn) => {
        let sum = 0
        for (const [sx, sy, speed] of sources)
          sum += Math.sin(distance(x - sx, y - sy) * wave * 2 - turn * tau * speed)
        return 0.5 + sum / sources.length / 1.4
      }
    }
    case 'Beacon':
      return (x, y, turn) => {
        const sourceDistance = distance(x, y)
        const angle = (Math.atan2(y, x) / tau + 1 - turn) % 1
        const arm = (angle * count) % 1
        const rings = 0.5 + 0.5 * Math.sin(sourceDistance * wave * 3)
        return (
          (1 - arm) ** 3 * (1 - sourceDistance * 0.5) * (0.55 + 0.45 * rings) +
          (sourceDistance < 0.07 ? 1 : 0)
        )
      }
    case 'Field of dots':
      return (x, y, turn) => {
        const [cx, cy] = [(Math.floor(x * 9) + 0.5) / 9, (Math.floor(y * 9) + 0.5) / 9]
        const beat = Math.sin(turn * tau + distance(cx, cy) * wave * 0.7 + Math.atan2(cy, cx) * (count - 2))
        const radius = 0.012 + 0.034 * (0.5 + 0.5 * beat)
        return Math.max(0, Math.min(1, (radius - distance(x - cx, y - cy)) * 90 + 0.5))
      }
    case 'Moiré':
      return (x, y, turn) => {
        const [ox, oy] = [Math.cos(turn * tau) * 0.16, Math.sin(turn * tau) * 0.16]
        const a = Math.sin(distance(x - ox, y - oy) * wave * 6)
        const b = Math.sin(distance(x + ox, y + oy) * wave * 6)
        return 0.5 + a * b * 0.5
      }
    default:
      return (x, y, turn) => {
        let light = 0
        for (let line = 0; line < 9; line += 1) {
          const base = (line - 4) * 0.2
          const lift = Math.exp(-x * x * 5) * 0.34 * Math.sin(x * (wave - 2) + line * 0.7 + turn * tau)
          light = Math.max(light, 1 - Math.abs(y - base - lift) * 62)
        }
        return light
      }
  }
}

const names = ['Ripples', 'Strings', 'Beacon', 'Moiré', 'Field of dots']

export interface Animation {
  gif: Buffer
  side: number
  /** Placeholder colour while the animation loads. */
  color: string
  traits: Traits
}

/** Draws an abstract signal in a seamless loop: 18 frames of 14 shades. */
export function signals(random: Random, number: number): Animation {
  const lamp = random.weighted(lamps)
  // Selects the signals in turn, so that even a small collection contains all of them.
  const signal = names[number % names.length] ?? 'Strings'
  const tempo = random.weighted([
    ['Slow', 5],
    ['Steady', 4],
    ['Quick', 1],
  ])
  const delay = { Slow: 120, Steady: 80, Quick: 50 }[tempo] ?? 80
  const field = fieldOf(random, signal)
  const palette = Array.from({ length: shades }, (_, shade) => {
    const share = shade / (shades - 1)
    const [from, to, part] =
      share < 0.5 ? [lamp.dark, lamp.mid, share * 2] : [lamp.mid, lamp.bright, share * 2 - 1]
    return [0, 1, 2].map((channel) =>
      Math.round((from[channel] ?? 0) + ((to[channel] ?? 0) - (from[channel] ?? 0)) * part),
    )
  })
  const encoder = GIFEncoder()
  const pixels = new Uint8Array(size * size)
  for (let frame = 0; frame < frames; frame += 1) {
    for (let y = 0; y < size; y += 1) {
      for (let x = 0; x < size; x += 1) {
        const value = field((x / size) * 2 - 1, (y / size) * 2 - 1, frame / frames)
        pixels[y * size + x] = value <= 0 ? 0 : value >= 1 ? shades - 1 : Math.round(value * (shades - 1))
      }
    }
    encoder.writeFrame(pixels, size, size, frame === 0 ? { palette, delay, repeat: 0 } : { delay })
  }
  encoder.finish()
  const color = `#${lamp.dark.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
  return {
    gif: Buffer.from(encoder.bytes()),
    side: size,
    color,
    traits: { Lamp: lamp.name, Signal: signal, Tempo: tempo },
  }
}
