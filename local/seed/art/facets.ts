import { createNoise } from './noise.ts'
import type { Random } from './random.ts'
import { blend, document, num, type Point, polygon, side } from './svg.ts'
import type { Work } from './work.ts'

interface Glaze {
  name: string
  wall: string
  table: string
  dark: string
  mid: string
  light: string
}

const glazes: readonly [readonly [Glaze, number], ...(readonly [Glaze, number])[]] = [
  [
    { name: 'Celadon', wall: '#d9d3c3', table: '#8c7a66', dark: '#38524a', mid: '#8fb3a0', light: '#e6f0e0' },
    5,
  ],
  [
    { name: 'Cobalt', wall: '#e3ddd1', table: '#6f6258', dark: '#152556', mid: '#3f66b0', light: '#dfe7f2' },
    5,
  ],
  [
    {
      name: 'Terracotta',
      wall: '#d8cdb9',
      table: '#4b4a4a',
      dark: '#5a2417',
      mid: '#c06a42',
      light: '#f5cfa5',
    },
    5,
  ],
  [
    { name: 'Tenmoku', wall: '#b9aa94', table: '#2c2622', dark: '#120d0b', mid: '#5b3420', light: '#d0904c' },
    3,
  ],
  [
    {
      name: 'Bone china',
      wall: '#4a5158',
      table: '#23272b',
      dark: '#8d8a84',
      mid: '#d8d4ca',
      light: '#fffdf6',
    },
    3,
  ],
  [
    {
      name: 'Oil spot',
      wall: '#1a1c22',
      table: '#0f1014',
      dark: '#0a1220',
      mid: '#2f4d6b',
      light: '#a9d0d6',
    },
    1,
  ],
]

/** Half widths from foot to lip, as shares of the height. */
const shapes: Record<string, readonly number[]> = {
  Amphora: [0.1, 0.13, 0.22, 0.3, 0.33, 0.31, 0.24, 0.14, 0.1, 0.1, 0.14],
  Bottle: [0.2, 0.25, 0.28, 0.28, 0.25, 0.18, 0.1, 0.07, 0.06, 0.065, 0.09],
  'Moon jar': [0.15, 0.24, 0.33, 0.38, 0.4, 0.39, 0.35, 0.27, 0.18, 0.16, 0.17],
  Bowl: [0.12, 0.14, 0.22, 0.3, 0.36, 0.4, 0.43, 0.45, 0.46, 0.47, 0.48],
  Beaker: [0.14, 0.15, 0.16, 0.17, 0.185, 0.2, 0.215, 0.23, 0.25, 0.27, 0.3],
  Gourd: [0.16, 0.25, 0.3, 0.29, 0.22, 0.15, 0.18, 0.19, 0.15, 0.08, 0.09],
}

/** Draws a vessel on a table, cut into planes like a gem. */
export function facets(random: Random): Work {
  const glaze = random.weighted(glazes)
  const shape = random.weighted([
    ['Amphora', 4],
    ['Moon jar', 4],
    ['Bottle', 4],
    ['Gourd', 3],
    ['Beaker', 2],
    ['Bowl', 2],
  ])
  const height = shape === 'Bowl' ? 430 : shape === 'Moon jar' ? 620 : 760
  return drawFacets(random, { glaze, shape: ['Vessel', shape], profile: shapes[shape] ?? [0.2, 0.2], height })
}

/** Half widths of a pawn, its collar and the band below the crown. */
const pawn = [0.36, 0.36, 0.3, 0.2, 0.16, 0.14, 0.13, 0.24, 0.14, 0.21, 0.25, 0.25, 0.21, 0.14, 0.17, 0.22]

/** Draws a pawn with a crown. */
export function pawnKing(random: Random): Work {
  const rank = random.weighted([
    ['Page', 4],
    ['Squire', 3],
    ['Regent', 2],
  ])
  return drawFacets(random, {
    glaze: random.weighted(glazes),
    shape: ['Rank', rank],
    profile: pawn,
    height: 700,
  })
}

interface Piece {
  glaze: Glaze
  /** A trait and its value. */
  shape: [trait: string, value: string]
  profile: readonly number[]
  height: number
}

/** Draws a turned object on a table. Each plane is lit according to its orientation. */
function drawFacets(random: Random, { glaze, shape: [trait, shape], profile, height }: Piece): Work {
  const light = random.weighted([
    ['Left', 5],
    ['Right', 5],
    ['Low sun', 2],
  ])
  const cut = random.weighted([
    ['Fine', 5],
    ['Broad', 4],
  ])
  const foot = side * 0.8
  const noise = createNoise(random)
  const rows = cut === 'Fine' ? 15 : 9
  const columns = cut === 'Fine' ? 13 : 8
  const from = light === 'Right' ? 1 : -1
  const width = (share: number) => {
    const at = share * (profile.length - 1)
    const low = profile[Math.floor(at)] ?? 0.2
    const high = profile[Math.ceil(at)] ?? low
    return (low + (high - low) * (at - Math.floor(at))) * height
  }
  const grid = Array.from({ length: rows + 1 }, (_, row) =>
    Array.from({ length: columns + 1 }, (_, column) => {
      const share = row / rows
      const angle = (column / columns) * Math.PI - Math.PI / 2
      const edge = column === 0 || column === columns || row === 0 || row === rows
      const jitter = edge ? 0 : height / rows / 3.4
      const x = side / 2 + Math.sin(angle) * width(share) + random.range(-jitter, jitter)
      const y = foot - share * height + Math.cos(angle) * width(share) * 0.09 + random.range(-jitter, jitter)
      return { at: [x, y] as Point, angle, share }
    }),
  )
  let body = ''
  const drawPlane = (corners: { at: Point; angle: number; share: number }[]) => {
    const angle = corners.reduce((sum, corner) => sum + corner.angle, 0) / corners.length
    const share = corners.reduce((sum, corner) => sum + corner.share, 0) / corners.length
    const slope = (width(Math.min(1, share + 0.05)) - width(Math.max(0, share - 0.05))) / height
    const lightFacing =
      Math.cos(angle - from * (light === 'Low sun' ? 1.2 : 0.75)) * 0.72 -
      slope * 0.9 +
      noise(angle * 3, share * 9) * 0.2
    const tone = Math.max(0, Math.min(1, 0.42 + lightFacing * 0.66 - 0.1))
    const color =
      tone < 0.5 ? blend(glaze.dark, glaze.mid, tone * 2) : blend(glaze.mid, glaze.light, (tone - 0.5) * 2)
    body += `<path d="${polygon(corners.map(({ at }) => at))}" fill="${color}" stroke="${color}" stroke-width="0.8"/>`
  }
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const [a, b] = [grid[row]?.[column], grid[row]?.[column + 1]]
      const [c, d] = [grid[row + 1]?.[column], grid[row + 1]?.[column + 1]]
      if (a === undefined || b === undefined || c === undefined || d === undefined) continue
      if ((row + column) % 2 === 0) {
        drawPlane([a, b, d])
        drawPlane([a, d, c])
      } else {
        drawPlane([a, b, c])
        drawPlane([b, d, c])
      }
    }
  }
  const lip = width(1)
  const mouth = `<ellipse cx="${side / 2}" cy="${num(foot - height)}" rx="${num(lip)}" ry="${num(lip * 0.13)}" fill="${blend(glaze.dark, '#000000', 0.35)}"/><ellipse cx="${side / 2}" cy="${num(foot - height)}" rx="${num(lip)}" ry="${num(lip * 0.13)}" fill="none" stroke="${blend(glaze.mid, glaze.light, 0.5)}" stroke-width="3"/>`
  const table = side * 0.7
  const shadow = `<path d="${polygon([
    [side / 2 - width(0), foot + 6],
    [side / 2 + width(0), foot + 10],
    [side / 2 - from * 560, foot + 96],
    [side / 2 - from * 640, foot + 40],
  ])}" fill="${blend(glaze.table, '#000000', 0.55)}" opacity="0.55" filter="url(#soft)"/>`
  const defs = `<linearGradient id="wall" x1="${from < 0 ? 0 : 1}" x2="${from < 0 ? 1 : 0}" y1="0" y2="0.5"><stop offset="0" stop-color="${blend(glaze.wall, '#ffffff', 0.18)}"/><stop offset="1" stop-color="${blend(glaze.wall, '#000000', 0.34)}"/></linearGradient><filter id="soft" x="-30%" y="-80%" width="160%" height="260%"><feGaussianBlur stdDeviation="9"/></filter>`
  const room = `<rect width="${side}" height="${num(table)}" fill="url(#wall)"/><rect y="${num(table)}" width="${side}" height="${num(side - table)}" fill="${glaze.table}"/><rect y="${num(table)}" width="${side}" height="5" fill="${blend(glaze.table, '#ffffff', 0.2)}"/>`
  return {
    kind: 'svg',
    svg: document(`${room}${shadow}${body}${mouth}`, glaze.wall, defs),
    traits: { Glaze: glaze.name, [trait]: shape, Light: light, Cut: cut },
    grain: 0.5,
  }
}
