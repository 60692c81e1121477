import type { Random } from './random.ts'
import { document, num, type Point, side } from './svg.ts'
import type { Work } from './work.ts'

interface Bath {
  name: string
  colors: readonly [string, ...string[]]
}

const baths: readonly [readonly [Bath, number], ...(readonly [Bath, number])[]] = [
  [{ name: 'Bosphorus', colors: ['#12324a', '#e9dcc3', '#2f6f8f', '#c8553d', '#f4efe4', '#0c1f33'] }, 6],
  [{ name: 'Pomegranate', colors: ['#5a1420', '#f0dcc8', '#a72f37', '#e08a5a', '#2b0d14', '#f7ebdd'] }, 5],
  [{ name: 'Quince', colors: ['#e0b24a', '#f6ecd2', '#8a6a1e', '#c9772f', '#3b3217', '#ead9a5'] }, 4],
  [{ name: 'Olive and ash', colors: ['#39402c', '#ded8c4', '#77804f', '#b8a777', '#1e2119', '#efeadb'] }, 4],
  [{ name: 'Plum smoke', colors: ['#2c1e33', '#d9cbd6', '#6c4a72', '#b5838d', '#140e19', '#f3e9e6'] }, 3],
  [{ name: 'Lampblack', colors: ['#141414', '#eeeae2', '#4a4845', '#a8a29a', '#000000', '#d8d2c6'] }, 1],
]

interface Blot {
  color: string
  points: [x: number, y: number][]
}

/**
 * Adds a drop that pushes existing drops outwards and preserves their area (A. Jaffer, "Oseen flow in ink marbling";
 * Lu, Jaffer et al., 2012).
 */
function drop(blots: Blot[], [cx, cy]: Point, radius: number, color: string): void {
  for (const { points } of blots) {
    for (const point of points) {
      const [dx, dy] = [point[0] - cx, point[1] - cy]
      const distanceSquared = Math.max(dx * dx + dy * dy, 0.01)
      const push = Math.sqrt(1 + (radius * radius) / distanceSquared)
      point[0] = cx + dx * push
      point[1] = cy + dy * push
    }
  }
  const corners = Math.max(60, Math.round(radius * 1.4))
  blots.push({
    color,
    points: Array.from({ length: corners }, (_, index) => {
      const angle = (index / corners) * Math.PI * 2
      return [cx + Math.cos(angle) * radius, cy + Math.sin(angle) * radius]
    }),
  })
}

/** Draws a needle along a straight line. It moves the ink, less with increasing distance. */
function drawTine(blots: Blot[], [px, py]: Point, angle: number, reach: number, sharp: number): void {
  const [mx, my] = [Math.cos(angle), Math.sin(angle)]
  for (const { points } of blots) {
    for (const point of points) {
      const lineDistance = Math.abs((point[0] - px) * -my + (point[1] - py) * mx)
      const move = reach * (1 / sharp) ** lineDistance
      point[0] += mx * move
      point[1] += my * move
    }
  }
}

/** Draws a needle in a circle. */
function drawSwirl(blots: Blot[], [cx, cy]: Point, radius: number, reach: number, sharp: number): void {
  for (const { points } of blots) {
    for (const point of points) {
      const [dx, dy] = [point[0] - cx, point[1] - cy]
      const centerDistance = Math.sqrt(dx * dx + dy * dy)
      const turn = (reach * (1 / sharp) ** Math.abs(centerDistance - radius)) / Math.max(centerDistance, 60)
      point[0] = cx + dx * Math.cos(turn) - dy * Math.sin(turn)
      point[1] = cy + dx * Math.sin(turn) + dy * Math.cos(turn)
    }
  }
}

/** Inserts points between distant points, so that a stretched drop keeps a smooth edge. */
function refine(blots: Blot[]): void {
  for (const blot of blots) {
    const points: [number, number][] = []
    blot.points.forEach((point, index) => {
      points.push(point)
      const next = blot.points[(index + 1) % blot.points.length] ?? point
      const gap = Math.sqrt((next[0] - point[0]) ** 2 + (next[1] - point[1]) ** 2)
      const extra = Math.min(6, Math.floor(gap / 9))
      for (let step = 1; step <= extra; step += 1) {
        const share = step / (extra + 1)
        points.push([point[0] + (next[0] - point[0]) * share, point[1] + (next[1] - point[1]) * share])
      }
    })
    blot.points = points
  }
}

/** Draws paper marbling: inks are dropped on water, drawn with combs and needles, and lifted with one sheet. */
export function ebru(random: Random): Work {
  const bath = random.weighted(baths)
  const pattern = random.weighted([
    ['Stone', 4],
    ['Tide', 5],
    ['Comb', 5],
    ['Peacock', 3],
    ['Whirlpool', 4],
  ])
  const blots: Blot[] = []
  // Drops fall on the same positions repeatedly, so that rings form within rings until the water is covered.
  const grid = pattern === 'Stone' ? 6 : 5
  const places = Array.from({ length: grid * grid }, (_, index): Point => {
    const step = (side + 120) / grid
    const at = (cell: number) => -60 + (cell + random.range(0.1, 0.9)) * step
    return [at(index % grid), at(Math.floor(index / grid))]
  })
  const rounds = pattern === 'Stone' ? 5 : 6
  for (let round = 0; round < rounds; round += 1) {
    places.forEach(([x, y], index) => {
      const color = bath.colors[(round + (index % 3)) % bath.colors.length] ?? bath.colors[0]
      drop(blots, [x + random.range(-16, 16), y + random.range(-16, 16)], random.range(38, 82), color)
    })
    refine(blots)
  }
  const angle = random.pick([0, Math.PI / 2, Math.PI / 4])
  const across = (offset: number): Point => [
    side / 2 - Math.sin(angle) * offset,
    side / 2 + Math.cos(angle) * offset,
  ]
  if (pattern === 'Tide') {
    for (let line = 0; line < 5; line += 1)
      drawTine(
        blots,
        across(random.range(-600, 600)),
        angle + random.range(-0.12, 0.12),
        random.pick([-1, 1]) * random.range(160, 300),
        1.008,
      )
  }
  if (pattern === 'Comb' || pattern === 'Peacock') {
    const gap = random.pick([70, 90, 120])
    for (let line = -9; line <= 9; line += 1)
      drawTine(blots, across(line * gap), angle, (line % 2 === 0 ? 1 : -1) * 150, 1.03)
    refine(blots)
    if (pattern === 'Peacock') {
      for (let line = -9; line <= 9; line += 1)
        drawTine(
          blots,
          [side / 2 + Math.cos(angle) * line * 110, side / 2 + Math.sin(angle) * line * 110],
          angle + Math.PI / 2,
          (line % 2 === 0 ? 1 : -1) * 95,
          1.035,
        )
    }
  }
  if (pattern === 'Whirlpool') {
    for (let eye = 0; eye < 3; eye += 1) {
      drawSwirl(
        blots,
        [random.range(220, 980), random.range(220, 980)],
        random.range(60, 190),
        random.pick([-1, 1]) * random.range(200, 340),
        1.009,
      )
      refine(blots)
    }
  }
  refine(blots)
  const body = blots
    .map(
      ({ color, points }) =>
        `<path d="M${points.map(([x, y]) => `${num(x)} ${num(y)}`).join('L')}Z" fill="${color}"/>`,
    )
    .join('')
  return {
    kind: 'svg',
    svg: document(body, bath.colors[1] ?? bath.colors[0]),
    traits: { Bath: bath.name, Pattern: pattern },
    grain: 0.5,
  }
}
