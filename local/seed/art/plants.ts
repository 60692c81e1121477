import type { Random } from './random.ts'
import { curve, fraction, num, type Point } from './svg.ts'

export interface Sheet {
  name: string
  paper: string
  ink: string
  washes: readonly [string, ...string[]]
}

export interface Pen {
  lines: string[]
  washes: string[]
  random: Random
  sheet: Sheet
}

function drawStroke(pen: Pen, points: readonly Point[], width: number): void {
  pen.lines.push(`<path d="${curve(points)}" stroke-width="${num(width * 1.35)}"/>`)
}

/** Draws a leaf from base to tip, with a midrib, side veins, and a wash slightly off the outline. */
function drawLeaf(
  pen: Pen,
  [x, y]: Point,
  angle: number,
  length: number,
  breadth: number,
  veins: number,
): void {
  const { random } = pen
  const at = (along: number, across: number): Point => [
    x + Math.cos(angle) * along * length - Math.sin(angle) * across * breadth,
    y + Math.sin(angle) * along * length + Math.cos(angle) * across * breadth,
  ]
  const outline = [
    at(0, 0),
    at(0.22, 0.72),
    at(0.52, 1),
    at(0.82, 0.52),
    at(1, 0),
    at(0.8, -0.55),
    at(0.5, -1),
    at(0.2, -0.7),
    at(0, 0),
  ]
  const shift = random.range(-4, 4)
  const wash = random.pick(pen.sheet.washes)
  pen.washes.push(
    `<path d="${curve(outline.map(([px, py]): Point => [px + shift, py + shift * 0.6]))}Z" fill="${wash}" fill-opacity="${fraction(random.range(0.3, 0.6))}"/>`,
  )
  drawStroke(pen, outline, 1.6)
  drawStroke(pen, [at(0, 0), at(0.5, random.range(-0.06, 0.06)), at(0.96, 0)], 1.2)
  for (let vein = 1; vein <= veins; vein += 1) {
    const along = vein / (veins + 1.4)
    const reach = Math.sin(Math.PI * (along + 0.12)) * 0.72
    for (const hand of [1, -1])
      drawStroke(
        pen,
        [at(along, 0), at(along + 0.1, reach * 0.55 * hand), at(along + 0.17, reach * hand)],
        0.7,
      )
  }
}

/** Returns the points of a leaning, swaying stem, from the ground up. */
function drawStem(random: Random, from: Point, height: number, lean: number): Point[] {
  const sway = random.range(-0.2, 0.2)
  return Array.from({ length: 13 }, (_, step): Point => {
    const share = step / 12
    return [
      from[0] + lean * height * share ** 1.4 + Math.sin(share * Math.PI * 1.3) * height * sway * 0.3,
      from[1] - height * share,
    ]
  })
}

function heading(points: readonly Point[], index: number): number {
  const from = points[Math.max(0, index - 1)] ?? [0, 0]
  const to = points[Math.min(points.length - 1, index + 1)] ?? from
  return Math.atan2(to[1] - from[1], to[0] - from[0])
}

type Plant = (pen: Pen, foot: Point, height: number, lean: number) => void

export const plants: Record<string, Plant> = {
  Laurel: (pen, foot, height, lean) => {
    const points = drawStem(pen.random, foot, height, lean)
    drawStroke(pen, points, 3)
    for (let index = 2; index < points.length; index += 1) {
      const size = height * 0.29 * (1.15 - index / 18)
      for (const hand of [1, -1]) {
        const node = points[index] ?? foot
        drawLeaf(
          pen,
          node,
          heading(points, index) + hand * pen.random.range(0.55, 0.95),
          size * pen.random.range(0.85, 1.1),
          size * 0.24,
          5,
        )
      }
    }
  },
  Fern: (pen, foot, height, lean) => {
    const points = drawStem(pen.random, foot, height, lean)
    drawStroke(pen, points, 2.6)
    for (let step = 4; step < 46; step += 1) {
      const share = step / 46
      const index = Math.min(points.length - 1, Math.round(share * 12))
      const low = points[Math.floor(share * 12)] ?? foot
      const high = points[Math.ceil(share * 12)] ?? low
      const part = share * 12 - Math.floor(share * 12)
      const node: Point = [low[0] + (high[0] - low[0]) * part, low[1] + (high[1] - low[1]) * part]
      const length = height * 0.27 * Math.sin(Math.PI * (0.14 + share * 0.84)) ** 0.9
      for (const hand of [1, -1])
        drawLeaf(pen, node, heading(points, index) + hand * (1.15 - share * 0.35), length, length * 0.09, 0)
    }
  },
  Umbel: (pen, foot, height, lean) => {
    const { random } = pen
    const points = drawStem(random, foot, height, lean)
    drawStroke(pen, points, 2.8)
    const drawSpray = (top: Point, aim: number, reach: number) => {
      for (let ray = 0; ray < 15; ray += 1) {
        const angle = aim + ((ray - 7) / 7) * 1.05
        const length = reach * random.range(0.85, 1.05)
        const end: Point = [top[0] + Math.cos(angle) * length, top[1] + Math.sin(angle) * length]
        drawStroke(
          pen,
          [top, [(top[0] + end[0]) / 2 + random.range(-5, 5), (top[1] + end[1]) / 2 - 6], end],
          1.1,
        )
        for (let floret = 0; floret < 11; floret += 1) {
          const a = aim + random.range(-1.3, 1.3)
          const tip: Point = [
            end[0] + Math.cos(a) * reach * random.range(0.1, 0.2),
            end[1] + Math.sin(a) * reach * random.range(0.1, 0.2),
          ]
          drawStroke(pen, [end, tip], 0.7)
          pen.lines.push(
            `<circle cx="${num(tip[0])}" cy="${num(tip[1])}" r="${num(random.range(1.8, 4.2))}" fill="${random.chance(0.4) ? random.pick(pen.sheet.washes) : pen.sheet.paper}" stroke-width="0.9"/>`,
          )
        }
      }
    }
    const top = points.at(-1) ?? foot
    drawSpray(top, heading(points, 12), height * 0.24)
    for (const [index, hand] of [
      [7, 1],
      [5, -1],
    ] as const) {
      const node = points[index] ?? foot
      const aim = heading(points, index) + hand * 0.62
      const end: Point = [node[0] + Math.cos(aim) * height * 0.3, node[1] + Math.sin(aim) * height * 0.3]
      drawStroke(pen, [node, [(node[0] + end[0]) / 2 + hand * 8, (node[1] + end[1]) / 2], end], 1.8)
      drawSpray(end, aim * 0.4 - Math.PI * 0.3, height * 0.14)
      drawLeaf(pen, node, aim + hand * 0.5, height * 0.14, height * 0.025, 4)
    }
  },
  Poppy: (pen, foot, height, lean) => {
    const { random } = pen
    const points = drawStem(random, foot, height * 0.76, lean)
    drawStroke(pen, points, 2.2)
    const [x, y] = points.at(-1) ?? foot
    const size = height * 0.26
    for (let ring = 0; ring < 2; ring += 1) {
      for (let petal = 0; petal < 5; petal += 1)
        drawLeaf(
          pen,
          [x, y],
          -Math.PI / 2 + (petal - 2) * 0.62 + ring * 0.3,
          size * (1.12 - ring * 0.28),
          size * 0.42,
          6,
        )
    }
    for (let hair = 0; hair < 26; hair += 1) {
      const angle = -Math.PI / 2 + random.range(-1.1, 1.1)
      const reach = size * random.range(0.18, 0.34)
      drawStroke(
        pen,
        [
          [x, y],
          [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach],
        ],
        0.8,
      )
    }
    for (const index of [3, 5])
      drawLeaf(
        pen,
        points[index] ?? foot,
        heading(points, index) + (index === 3 ? 0.8 : -0.8),
        height * 0.3,
        height * 0.05,
        7,
      )
  },
  Honesty: (pen, foot, height, lean) => {
    const { random } = pen
    const points = drawStem(random, foot, height, lean)
    drawStroke(pen, points, 2.4)
    for (let index = 4; index < points.length; index += 1) {
      for (const hand of [1, -1]) {
        const node = points[index] ?? foot
        const aim = heading(points, index) + hand * random.range(0.5, 1.1)
        const reach = height * 0.2 * (1.4 - index / 14)
        const end: Point = [node[0] + Math.cos(aim) * reach, node[1] + Math.sin(aim) * reach]
        drawStroke(pen, [node, [(node[0] + end[0]) / 2, (node[1] + end[1]) / 2 - 5], end], 1.1)
        const radius = height * random.range(0.036, 0.06)
        const [cx, cy] = [end[0] + Math.cos(aim) * radius, end[1] + Math.sin(aim) * radius]
        pen.washes.push(
          `<circle cx="${num(cx + 2)}" cy="${num(cy + 2)}" r="${num(radius)}" fill="${random.pick(pen.sheet.washes)}" fill-opacity="0.45"/>`,
        )
        pen.lines.push(
          `<ellipse cx="${num(cx)}" cy="${num(cy)}" rx="${num(radius)}" ry="${num(radius * 1.08)}" stroke-width="1.4"/><ellipse cx="${num(cx)}" cy="${num(cy)}" rx="${num(radius * 0.72)}" ry="${num(radius * 0.8)}" stroke-width="0.6"/>`,
        )
      }
    }
  },
}
