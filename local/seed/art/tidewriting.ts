import { createNoise, layerNoise } from './noise.ts'
import type { Random } from './random.ts'
import { curve, document, fraction, num, type Point, side } from './svg.ts'
import type { Work } from './work.ts'

interface Ink {
  name: string
  paper: string
  inks: readonly [string, ...string[]]
}

const inks: readonly [readonly [Ink, number], ...(readonly [Ink, number])[]] = [
  [{ name: 'Iron gall', paper: '#f1e8d6', inks: ['#1d2430', '#2f3b4c', '#5a6472', '#8c5a3c'] }, 6],
  [{ name: 'Indigo', paper: '#efe9dd', inks: ['#16245c', '#24408e', '#4f74b8', '#c2503a'] }, 6],
  [{ name: 'Vermilion', paper: '#f4eadb', inks: ['#b8321f', '#d85b3a', '#7c1f18', '#2a2422'] }, 4],
  [{ name: 'Verdigris', paper: '#ece9d8', inks: ['#1d4a44', '#357a6c', '#7fae98', '#b0873c'] }, 4],
  [{ name: 'Night sea', paper: '#0f1626', inks: ['#e9dfc6', '#9fb7d4', '#5d83b8', '#d9a35a'] }, 3],
  [{ name: 'Gold on black', paper: '#121110', inks: ['#d8b365', '#f0dba4', '#a67c33', '#7d7468'] }, 1],
]

type Frame = (x: number, y: number) => boolean

const frames: Record<string, Frame> = {
  Sheet: (x, y) => x > 110 && x < side - 110 && y > 110 && y < side - 110,
  Disc: (x, y) => Math.hypot(x - side / 2, y - side / 2) < 455,
  Ring: (x, y) => {
    const away = Math.hypot(x - side / 2, y - side / 2)
    return away < 480 && away > 170
  },
  Bands: (x, y) =>
    x > 110 && x < side - 110 && y > 110 && y < side - 110 && Math.floor((y - 110) / 196) % 2 === 0,
  Arch: (x, y) =>
    (y > 480 && y < side - 110 && x > 260 && x < side - 260) ||
    (y <= 480 && Math.hypot(x - side / 2, y - 480) < 340),
}

const cell = 5

/** Draws lines of ink that follow an invisible current and never cross, because each stops at an existing line. */
export function tidewriting(random: Random): Work {
  const ink = random.weighted(inks)
  const shape = random.weighted([
    ['Sheet', 6],
    ['Disc', 6],
    ['Ring', 3],
    ['Arch', 3],
    ['Bands', 2],
  ])
  const current = random.weighted([
    ['Calm', 5],
    ['Tidal', 5],
    ['Storm', 2],
    ['Whirl', 2],
  ])
  const inside = frames[shape] ?? (() => true)
  const noise = layerNoise(createNoise(random), current === 'Storm' ? 3 : 1)
  const scale = { Calm: 900, Tidal: 520, Storm: 460, Whirl: 800 }[current] ?? 600
  const turn = random.range(0, Math.PI * 2)
  const eye: Point = [random.range(380, 820), random.range(380, 820)]
  const angle = (x: number, y: number) => {
    const base = turn + noise(x / scale, y / scale) * Math.PI * (current === 'Calm' ? 1.3 : 2)
    return current === 'Whirl' ? base * 0.35 + Math.atan2(y - eye[1], x - eye[0]) + 1.35 : base
  }
  const columns = Math.ceil(side / cell)
  const occupiedCells = new Int32Array(columns * columns)
  const spot = (x: number, y: number) => Math.floor(y / cell) * columns + Math.floor(x / cell)

  function trace(startX: number, startY: number, id: number, direction: 1 | -1, gap: number): Point[] {
    const points: Point[] = []
    let [x, y] = [startX, startY]
    for (let step = 0; step < 150; step += 1) {
      const heading = angle(x, y)
      x += Math.cos(heading) * 6 * direction
      y += Math.sin(heading) * 6 * direction
      if (!inside(x, y)) break
      const near = [spot(x, y), spot(x + gap, y), spot(x - gap, y), spot(x, y + gap), spot(x, y - gap)]
      if (near.some((index) => (occupiedCells[index] ?? 0) !== 0 && occupiedCells[index] !== id)) break
      points.push([x, y])
    }
    return points
  }

  let body = ''
  for (let id = 1; id <= 2600; id += 1) {
    const [x, y] = [random.range(80, side - 80), random.range(80, side - 80)]
    if (!inside(x, y) || (occupiedCells[spot(x, y)] ?? 0) !== 0) continue
    const width = random.next() ** 3 * 7 + 1.3
    const gap = width / 2 + 3.4
    const points = [...trace(x, y, id, -1, gap).reverse(), [x, y] as const, ...trace(x, y, id, 1, gap)]
    if (points.length < 7) continue
    for (const [px, py] of points) {
      occupiedCells[spot(px, py)] = id
      if (width > 4)
        for (const [dx, dy] of [
          [4, 0],
          [-4, 0],
          [0, 4],
          [0, -4],
        ] as const)
          occupiedCells[spot(px + dx, py + dy)] = id
    }
    const tone = Math.min(
      ink.inks.length - 1,
      Math.floor(
        (noise(x / 700 + 50, y / 700) + 1) * 0.5 * (ink.inks.length - 0.6) + (random.chance(0.05) ? 1 : 0),
      ),
    )
    const thinnedPoints = points.filter((_, index) => index % 4 === 0 || index === points.length - 1)
    body += `<path d="${curve(thinnedPoints)}" stroke="${ink.inks[Math.max(0, tone)] ?? ink.inks[0]}" stroke-width="${num(width)}" stroke-opacity="${fraction(random.range(0.82, 1))}"/>`
  }
  return {
    kind: 'svg',
    svg: document(`<g fill="none" stroke-linecap="round">${body}</g>`, ink.paper),
    traits: { Ink: ink.name, Form: shape, Current: current },
    grain: 0.55,
  }
}
