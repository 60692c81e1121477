import type { Random } from './random.ts'
import { document, num, side } from './svg.ts'
import type { Work } from './work.ts'

interface Palette {
  name: string
  ground: string
  colors: readonly [string, ...string[]]
}

const palettes: readonly [readonly [Palette, number], ...(readonly [Palette, number])[]] = [
  [{ name: 'Dessau', ground: '#efe6d2', colors: ['#1b1b1d', '#c8372d', '#1f4e8c', '#e3a72f', '#d8cbb0'] }, 6],
  [
    {
      name: 'Olive press',
      ground: '#ece5d0',
      colors: ['#2b2f22', '#6d7440', '#b5893b', '#c75f3c', '#d7cfae'],
    },
    5,
  ],
  [
    { name: 'Harbour', ground: '#e8e6df', colors: ['#14233b', '#2f5d7c', '#89a9b8', '#d9653b', '#f0c9a0'] },
    5,
  ],
  [
    {
      name: 'Terracotta',
      ground: '#f2e3d3',
      colors: ['#3a1f1b', '#a4452c', '#d98a5b', '#e9c29b', '#2f4a4d'],
    },
    4,
  ],
  [
    {
      name: 'Night shift',
      ground: '#15161b',
      colors: ['#ede3cf', '#c9a86a', '#7a3b3b', '#31506b', '#2a2d36'],
    },
    2,
  ],
  [
    {
      name: 'Monochrome',
      ground: '#f0ece3',
      colors: ['#111111', '#3c3c3c', '#8b8780', '#cfc9bd', '#1f1f1f'],
    },
    1,
  ],
]

type Module = (x: number, y: number, size: number, color: string, second: string, turn: number) => string

function rotateGroup(x: number, y: number, size: number, turn: number, body: string): string {
  return `<g transform="translate(${num(x)} ${num(y)}) rotate(${turn * 90} ${num(size / 2)} ${num(size / 2)})">${body}</g>`
}

const modules: Record<string, Module> = {
  quarter: (x, y, s, a, _b, t) =>
    rotateGroup(x, y, s, t, `<path d="M0 0H${num(s)}A${num(s)} ${num(s)} 0 0 1 0 ${num(s)}Z" fill="${a}"/>`),
  halves: (x, y, s, a, b, t) =>
    rotateGroup(
      x,
      y,
      s,
      t,
      `<path d="M0 0A${num(s / 2)} ${num(s / 2)} 0 0 0 ${num(s)} 0Z" fill="${a}"/><path d="M0 ${num(s / 2)}A${num(s / 2)} ${num(s / 2)} 0 0 0 ${num(s)} ${num(s / 2)}Z" fill="${b}"/>`,
    ),
  circle: (x, y, s, a, b) =>
    `<circle cx="${num(x + s / 2)}" cy="${num(y + s / 2)}" r="${num(s / 2)}" fill="${a}"/><circle cx="${num(x + s / 2)}" cy="${num(y + s / 2)}" r="${num(s / 5)}" fill="${b}"/>`,
  stripes: (x, y, s, a, _b, t) =>
    rotateGroup(
      x,
      y,
      s,
      t,
      [0, 1, 2, 3]
        .map((i) => `<rect y="${num((i * s) / 4)}" width="${num(s)}" height="${num(s / 8)}" fill="${a}"/>`)
        .join(''),
    ),
  triangle: (x, y, s, a, b, t) =>
    rotateGroup(
      x,
      y,
      s,
      t,
      `<path d="M0 0H${num(s)}V${num(s)}Z" fill="${a}"/><path d="M0 0V${num(s)}H${num(s / 2)}Z" fill="${b}" opacity="0"/>`,
    ),
  leaf: (x, y, s, a, _b, t) =>
    rotateGroup(
      x,
      y,
      s,
      t,
      `<path d="M0 0H${num(s / 2)}A${num(s / 2)} ${num(s / 2)} 0 0 1 ${num(s)} ${num(s / 2)}V${num(s)}H${num(s / 2)}A${num(s / 2)} ${num(s / 2)} 0 0 1 0 ${num(s / 2)}Z" fill="${a}"/>`,
    ),
  arcs: (x, y, s, a, b, t) =>
    rotateGroup(
      x,
      y,
      s,
      t,
      [1, 0.72, 0.44, 0.16]
        .map(
          (k, i) =>
            `<path d="M0 0H${num(s * k)}A${num(s * k)} ${num(s * k)} 0 0 1 0 ${num(s * k)}Z" fill="${i % 2 === 0 ? a : b}"/>`,
        )
        .join(''),
    ),
  dots: (x, y, s, a) =>
    [0, 1, 2]
      .flatMap((i) =>
        [0, 1, 2].map(
          (j) =>
            `<circle cx="${num(x + (s * (i * 2 + 1)) / 6)}" cy="${num(y + (s * (j * 2 + 1)) / 6)}" r="${num(s / 13)}" fill="${a}"/>`,
        ),
      )
      .join(''),
  block: (x, y, s, a) =>
    `<rect x="${num(x)}" y="${num(y)}" width="${num(s)}" height="${num(s)}" fill="${a}"/>`,
  rest: () => '',
}

const kinds: readonly [readonly [string, number], ...(readonly [string, number])[]] = [
  ['quarter', 8],
  ['rest', 6],
  ['leaf', 4],
  ['circle', 3],
  ['halves', 3],
  ['arcs', 3],
  ['triangle', 3],
  ['stripes', 2],
  ['block', 2],
  ['dots', 1.5],
]

const orders = [
  ['Free', 5],
  ['Mirrored', 4],
  ['Rotated', 2],
] as const
type Order = (typeof orders)[number][0]
const accents = [
  ['None', 5],
  ['Great circle', 4],
  ['Diagonal', 3],
  ['Sun and bar', 1],
] as const
type Accent = (typeof accents)[number][0]

const margin = 110

interface Grid {
  palette: Palette
  fields: number
  size: number
  order: Order
}

/** Draws one module, depending on the order of the grid. */
function drawCell(
  random: Random,
  { palette, fields, size, order }: Grid,
  row: number,
  column: number,
  span: 1 | 2,
) {
  const kind = random.weighted(kinds)
  const color = random.pick(palette.colors)
  const second = random.pick(
    palette.colors.filter((candidate) => candidate !== color) as [string, ...string[]],
  )
  const turn = random.int(0, 3)
  const [x, y] = [margin + column * size, margin + row * size]
  const draw = (module: string, main: string, turns: number) =>
    modules[module]?.(x, y, size * span, main, second, turns) ?? ''
  const ground = random.chance(0.3) && kind !== 'rest' ? draw('block', palette.colors[4] ?? second, 0) : ''
  const cell = draw(kind, color, turn)
  if (order === 'Mirrored' && column !== fields - 1 - column)
    return `${ground}${cell}<g transform="translate(${side} 0) scale(-1 1)">${cell}</g>`
  if (order !== 'Rotated') return ground + cell
  const turnedShapes = [90, 180, 270].map(
    (angle) => `<g transform="rotate(${angle} ${side / 2} ${side / 2})">${cell}</g>`,
  )
  return ground + cell + turnedShapes.join('')
}

function drawGrid(random: Random, grid: Grid): string {
  const { fields, order } = grid
  const half = Math.ceil(fields / 2)
  const [rows, columns] = [order === 'Rotated' ? half : fields, order === 'Free' ? fields : half]
  const usedShapes = new Set<string>()
  let body = ''
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      if (usedShapes.has(`${row},${column}`)) continue
      const isLarge =
        order === 'Free' &&
        random.chance(0.16) &&
        row < fields - 1 &&
        column < fields - 1 &&
        !usedShapes.has(`${row},${column + 1}`)
      if (isLarge)
        for (const key of [`${row},${column + 1}`, `${row + 1},${column}`, `${row + 1},${column + 1}`])
          usedShapes.add(key)
      body += drawCell(random, grid, row, column, isLarge ? 2 : 1)
    }
  }
  return body
}

function drawAccent(random: Random, accent: Accent, { palette, fields, size }: Grid): string {
  const strong = palette.colors[1] ?? palette.colors[0]
  if (accent === 'Great circle')
    return `<circle cx="${num(margin + size * random.int(1, fields - 1))}" cy="${num(margin + size * random.int(1, fields - 1))}" r="${num(size * (fields > 4 ? 1.5 : 1))}" fill="${strong}" style="mix-blend-mode:${palette.name === 'Night shift' ? 'screen' : 'multiply'}" opacity="0.92"/>`
  if (accent === 'Diagonal')
    return `<path d="M${margin} ${num(side - margin)}L${num(side - margin)} ${margin}" stroke="${strong}" stroke-width="${num(size * 0.12)}"/>`
  if (accent === 'Sun and bar')
    return `<circle cx="${num(side - margin - size)}" cy="${num(margin + size)}" r="${num(size * 0.62)}" fill="${strong}"/><rect x="${margin}" y="${num(side - margin - size * 0.5)}" width="${num(side - margin * 2)}" height="${num(size * 0.14)}" fill="${palette.colors[0]}"/>`
  return ''
}

/** Draws modules on a square grid. Some cover four cells, and one lies over all others. */
export function counterform(random: Random): Work {
  const palette = random.weighted(palettes)
  const fields = random.weighted([
    [4, 4],
    [5, 5],
    [6, 3],
    [3, 1],
  ])
  const order = random.weighted(orders)
  const accent = random.weighted(accents)
  const grid = { palette, fields, size: (side - margin * 2) / fields, order }
  const body = drawGrid(random, grid) + drawAccent(random, accent, grid)
  return {
    kind: 'svg',
    svg: document(body, palette.ground),
    traits: { Palette: palette.name, Fields: `${fields} by ${fields}`, Order: order, Accent: accent },
    grain: 0,
  }
}
