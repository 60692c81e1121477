import { createNoise } from './noise.ts'
import type { Random } from './random.ts'
import { side } from './svg.ts'
import type { Work } from './work.ts'

type Color = readonly [number, number, number]

interface Yarn {
  name: string
  warp: Color
  wefts: readonly [Color, ...Color[]]
}

const yarns: readonly [readonly [Yarn, number], ...(readonly [Yarn, number])[]] = [
  [
    {
      name: 'Madder and bone',
      warp: [236, 226, 206],
      wefts: [
        [158, 52, 40],
        [198, 96, 62],
        [40, 36, 44],
        [222, 178, 128],
      ],
    },
    6,
  ],
  [
    {
      name: 'Indigo and flax',
      warp: [226, 216, 192],
      wefts: [
        [30, 48, 96],
        [64, 96, 150],
        [176, 156, 112],
        [240, 232, 214],
      ],
    },
    6,
  ],
  [
    {
      name: 'Weld and moss',
      warp: [224, 214, 178],
      wefts: [
        [86, 96, 48],
        [190, 156, 60],
        [52, 62, 50],
        [204, 124, 72],
      ],
    },
    4,
  ],
  [
    {
      name: 'Walnut',
      warp: [216, 200, 176],
      wefts: [
        [74, 50, 38],
        [132, 92, 62],
        [188, 150, 110],
        [34, 30, 30],
      ],
    },
    4,
  ],
  [
    {
      name: 'Cochineal night',
      warp: [40, 30, 44],
      wefts: [
        [186, 40, 76],
        [232, 138, 112],
        [92, 66, 120],
        [236, 206, 170],
      ],
    },
    3,
  ],
  [
    {
      name: 'Snow and slate',
      warp: [232, 232, 228],
      wefts: [
        [70, 80, 92],
        [140, 150, 158],
        [206, 208, 206],
        [176, 92, 66],
      ],
    },
    2,
  ],
]

const thread = 10
const count = side / thread

type Motif = (x: number, y: number) => number

/**
 * Returns the visible weft at each position; 0 is the ground. The motif is mirrored about the middle and stepped like
 * woven cloth.
 */
function createMotif(random: Random, name: string): Motif {
  const noise = createNoise(random)
  const middle = count / 2
  const steps = random.int(2, 4)
  const step = (value: number) => Math.floor(value / steps) * steps
  const period = random.pick([20, 24, 30, 40])
  const width = random.int(2, 4)
  const fold = (value: number) => Math.abs((value % period) - period / 2)
  const from = (x: number, y: number): readonly [number, number] => [
    step(Math.abs(x - middle + 0.5)),
    step(Math.abs(y - middle + 0.5)),
  ]
  switch (name) {
    case 'Diamonds':
      return (x, y) => Math.floor((step(fold(x)) + step(fold(y))) / width / 2) % 4
    case 'Medallion':
      return (x, y) => {
        const [dx, dy] = from(x, y)
        return Math.floor((dx + dy * 0.8) / (6 + width * 2)) % 4
      }
    case 'Stair':
      return (x, y) => Math.floor((step(x) + step(fold(y + period)) * 2) / (width * 4)) % 4
    case 'Bands':
      return (x, y) => {
        const band = Math.floor(y / (period / 2))
        const kind = Math.abs(Math.round(noise(band * 1.7, 3) * 9)) % 3
        if (kind === 0) return 0
        return kind === 1
          ? 1 + (Math.floor(fold(x) / width) % 3)
          : 1 + (Math.floor((x + band * 3) / width / 2) % 2)
      }
    default:
      return (x, y) => {
        const [dx, dy] = from(x, y)
        const value = noise(dx / 13 + 4, dy / 13)
        return value > 0.42 ? 3 : value > 0.12 ? 2 : value > -0.12 ? 1 : 0
      }
  }
}

/** Functions by binding: true if the weft is on top where thread x meets thread y. */
const bindings: Record<string, (x: number, y: number) => boolean> = {
  Tabby: (x, y) => (x + y) % 2 === 0,
  Twill: (x, y) => (x + y) % 4 < 2,
  Herringbone: (x, y) => ((Math.floor(x / 12) % 2 === 0 ? x : -x) + y + 400) % 4 < 2,
  Basket: (x, y) => (Math.floor(x / 2) + Math.floor(y / 2)) % 2 === 0,
}

/** Draws cloth thread by thread: a motif in the weft, a binding that shows the warp, and light along each thread. */
export function loom(random: Random): Work {
  const yarn = random.weighted(yarns)
  const pattern = random.weighted([
    ['Diamonds', 5],
    ['Medallion', 5],
    ['Bands', 4],
    ['Stair', 3],
    ['Ikat', 3],
  ])
  const binding = random.weighted([
    ['Tabby', 5],
    ['Twill', 5],
    ['Herringbone', 3],
    ['Basket', 2],
  ])
  const over = bindings[binding] ?? (() => true)
  const weftOf = createMotif(random, pattern)
  const drift = createNoise(random)
  const pixels = new Uint8Array(side * side * 3)
  const round = Float32Array.from(
    { length: thread },
    (_, at) => Math.sin(((at + 0.5) / thread) * Math.PI) ** 0.6,
  )
  for (let ty = 0; ty < count; ty += 1) {
    for (let tx = 0; tx < count; tx += 1) {
      const kind = weftOf(tx, ty)
      const top = over(tx, ty)
      // The weft covers a figured field; the binding determines the ground.
      const weft = kind === 0 ? false : top || (tx * 7 + ty * 3) % 5 !== 0
      const color = weft
        ? (yarn.wefts[(kind - 1) % yarn.wefts.length] ?? yarn.wefts[0])
        : top
          ? yarn.warp
          : (yarn.wefts[3] ?? yarn.warp)
      const dye = 1 + drift(weft ? tx / 40 : tx, weft ? ty : ty / 40) * 0.07
      const alongX = weft || (kind === 0 && !top)
      for (let y = 0; y < thread; y += 1) {
        for (let x = 0; x < thread; x += 1) {
          const across = round[alongX ? y : x] ?? 1
          const along = round[alongX ? x : y] ?? 1
          const light = (0.5 + 0.5 * across) * (0.86 + 0.14 * along) * dye
          const at = ((ty * thread + y) * side + tx * thread + x) * 3
          pixels[at] = Math.min(255, color[0] * light)
          pixels[at + 1] = Math.min(255, color[1] * light)
          pixels[at + 2] = Math.min(255, color[2] * light)
        }
      }
    }
  }
  return {
    kind: 'pixels',
    pixels,
    side,
    traits: { Yarn: yarn.name, Motif: pattern, Binding: binding },
    grain: 0.4,
  }
}
