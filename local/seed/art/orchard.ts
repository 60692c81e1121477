import { createNoise, layerNoise, type Noise } from './noise.ts'
import type { Random } from './random.ts'
import { blend, document, fraction, num, type Point, polygon, side, verticalGradient } from './svg.ts'
import type { Work } from './work.ts'

interface Sky {
  name: string
  colors: readonly [string, string, string, string]
  /** Color of the nearest hill. */
  near: string
  light: string
}

const skies: readonly [readonly [Sky, number], ...(readonly [Sky, number])[]] = [
  [
    {
      name: 'Blue hour',
      colors: ['#0b1533', '#1b2f5e', '#47659a', '#c9a58c'],
      near: '#060b18',
      light: '#f6e7c8',
    },
    8,
  ],
  [
    {
      name: 'Deep night',
      colors: ['#04060f', '#0a1230', '#152654', '#2c4a78'],
      near: '#02040a',
      light: '#eef1ff',
    },
    8,
  ],
  [
    {
      name: 'Amber dusk',
      colors: ['#1a1230', '#4a2545', '#a8504a', '#f0b066'],
      near: '#0e0814',
      light: '#ffe9b8',
    },
    5,
  ],
  [
    {
      name: 'Green dawn',
      colors: ['#06181c', '#0f3a3f', '#3d7a70', '#d9dca4'],
      near: '#040d0e',
      light: '#fbf7d9',
    },
    4,
  ],
  [
    {
      name: 'Rose fog',
      colors: ['#1d1526', '#4b3350', '#9a6b7c', '#e9c3b4'],
      near: '#110b14',
      light: '#fff0e6',
    },
    3,
  ],
  [
    {
      name: 'Eclipse',
      colors: ['#050404', '#1c0f14', '#4a1c20', '#8e3b2c'],
      near: '#050303',
      light: '#ffb27a',
    },
    1,
  ],
]

function drawStars(random: Random, count: number, color: string): string {
  return Array.from({ length: count }, () => {
    const y = random.next() ** 1.6 * side * 0.62
    const radius = random.next() ** 4 * 2.2 + 0.5
    return `<circle cx="${num(random.range(0, side))}" cy="${num(y)}" r="${num(radius)}" fill="${color}" fill-opacity="${fraction(random.range(0.25, 0.95))}"/>`
  }).join('')
}

function drawMoon(random: Random, sky: Sky, phase: string): { svg: string; at: Point } {
  const x = random.range(side * 0.22, side * 0.78)
  const y = random.range(side * 0.16, side * 0.36)
  const radius = random.range(58, 105)
  const glow = `<circle cx="${num(x)}" cy="${num(y)}" r="${num(radius * 5)}" fill="url(#glow)"/>`
  const disc = `<circle cx="${num(x)}" cy="${num(y)}" r="${num(radius)}" fill="${sky.light}"/>`
  if (phase === 'Full') {
    const seas = Array.from({ length: 7 }, () => {
      const [angle, away] = [random.range(0, 6.28), random.range(0, radius * 0.68)]
      return `<circle cx="${num(x + Math.cos(angle) * away)}" cy="${num(y + Math.sin(angle) * away)}" r="${num(random.range(6, radius * 0.26))}" fill="${sky.colors[2]}" fill-opacity="0.16"/>`
    })
    return { svg: glow + disc + seas.join(''), at: [x, y] }
  }
  const shift = radius * (phase === 'Crescent' ? 0.5 : 1.15)
  const mask = `<mask id="phase"><rect width="${side}" height="${side}" fill="white"/><circle cx="${num(x + shift)}" cy="${num(y - radius * 0.18)}" r="${num(radius)}" fill="black"/></mask>`
  return { svg: `${glow}${mask}<g mask="url(#phase)">${disc}</g>`, at: [x, y] }
}

/** Draws one tree: a trunk and a crown of overlapping circles, lit from the moon's side. */
function drawTree(
  random: Random,
  [x, y]: Point,
  size: number,
  dark: string,
  lit: string,
  fruit: string | null,
  moonX: number,
): string {
  const crownY = y - size * 0.95
  const rounds = Array.from({ length: 7 }, () => {
    const [dx, dy] = [random.normal() * size * 0.32, random.normal() * size * 0.22]
    return [x + dx, crownY + dy, size * random.range(0.22, 0.38)] as const
  })
  const toMoon = Math.sign(moonX - x) || 1
  const shade = rounds
    .map(([cx, cy, r]) => `<circle cx="${num(cx)}" cy="${num(cy)}" r="${num(r)}"/>`)
    .join('')
  const light = rounds
    .map(
      ([cx, cy, r]) =>
        `<circle cx="${num(cx + toMoon * r * 0.3)}" cy="${num(cy - r * 0.34)}" r="${num(r * 0.56)}"/>`,
    )
    .join('')
  const fruits =
    fruit === null
      ? ''
      : Array.from({ length: random.int(2, 5) }, () => {
          const [cx, cy] = [x + random.normal() * size * 0.34, crownY + random.normal() * size * 0.26]
          return `<circle cx="${num(cx)}" cy="${num(cy)}" r="${num(Math.max(1.3, size * 0.055))}"/>`
        }).join('')
  return `<g fill="${dark}"><path d="M${num(x - size * 0.06)} ${num(y)}L${num(x - size * 0.03)} ${num(crownY)}L${num(x + size * 0.03)} ${num(crownY)}L${num(x + size * 0.06)} ${num(y)}Z"/>${shade}</g><g fill="${lit}" fill-opacity="0.2">${light}</g><g fill="${fruit ?? dark}">${fruits}</g>`
}

function drawRidge(noise: Noise, base: number, height: number, scale: number, offset: number): Point[] {
  const points: Point[] = []
  for (let x = -20; x <= side + 20; x += 8)
    points.push([x, base - noise(x / scale + offset, offset) * height])
  return points
}

const mist =
  '<linearGradient id="mist" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#fff" stop-opacity="1"/></linearGradient>'

/** Draws layered hills under a moon, with rows of trees of increasing size. */
export function orchard(random: Random): Work {
  const sky = random.weighted(skies)
  const phase = random.weighted([
    ['Crescent', 6],
    ['Full', 5],
    ['Waning', 4],
  ])
  const fruit = random.weighted([
    ['None', 6],
    ['Gold', 5],
    ['Red', 3],
    ['Lanterns', 1],
  ])
  const house = random.chance(0.22)
  const fruitColor = { None: null, Gold: '#e7b75a', Red: '#c8503f', Lanterns: '#ffd98a' }[fruit] ?? null
  const noise = layerNoise(createNoise(random), 4)
  const moonAt = drawMoon(random, sky, phase)
  const count = random.int(5, 7)
  const haze = sky.colors[3]
  let hills = ''
  for (let layer = 0; layer < count; layer += 1) {
    const depth = layer / (count - 1)
    const base = side * (0.52 + depth * 0.4)
    const points = drawRidge(noise, base, 120 - depth * 50, 420 - depth * 60, layer * 31.7)
    const color = blend(blend(haze, sky.colors[2], 0.45 + depth * 0.4), sky.near, 0.12 + 0.88 * depth ** 0.8)
    hills += `<path d="${polygon([...points, [side + 20, side], [-20, side]])}" fill="${color}"/>`
    if (layer < count - 1) {
      hills += `<path d="${polygon([...points.map(([x, y]): Point => [x, y + 70]), [side + 20, side], [-20, side]])}" fill="${haze}" fill-opacity="${fraction(0.12 * (1 - depth))}"/>`
    }
    if (layer < 2) continue
    const size = 12 + depth * depth * 84
    const lit = blend(color, sky.light, 0.22)
    for (let row = 0; row < (depth > 0.9 ? 1 : 2); row += 1) {
      for (let x = random.range(-size, size); x < side + size; x += size * random.range(1.05, 1.9)) {
        if (random.chance(0.12)) continue
        const ground = points[Math.max(0, Math.min(points.length - 1, Math.round((x + 20) / 8)))]?.[1] ?? base
        hills += drawTree(
          random,
          [x, ground + 6 + row * size * 0.8],
          size * random.range(0.8, 1.15),
          blend(color, sky.near, 0.6),
          lit,
          fruitColor,
          moonAt.at[0],
        )
      }
    }
    if (house && layer === 2) {
      const x = random.range(side * 0.2, side * 0.8)
      const y = (points[Math.round((x + 20) / 8)]?.[1] ?? base) + 8
      hills += `<g fill="${sky.near}"><path d="M${num(x - 26)} ${num(y)}V${num(y - 26)}L${num(x)} ${num(y - 46)}L${num(x + 26)} ${num(y - 26)}V${num(y)}Z"/></g><rect x="${num(x - 7)}" y="${num(y - 22)}" width="9" height="11" fill="#ffcf7d"/>`
    }
  }
  const defs = `${verticalGradient('sky', sky.colors)}${mist}<radialGradient id="glow"><stop offset="0" stop-color="${sky.light}" stop-opacity="0.5"/><stop offset="0.25" stop-color="${sky.light}" stop-opacity="0.16"/><stop offset="1" stop-color="${sky.light}" stop-opacity="0"/></radialGradient>`
  const body = `<rect width="${side}" height="${side * 0.6}" fill="url(#sky)"/>${drawStars(random, random.int(90, 240), sky.light)}${moonAt.svg}${hills}`
  return {
    kind: 'svg',
    svg: document(body, haze, defs),
    traits: {
      Sky: sky.name,
      Moon: phase,
      Fruit: fruit,
      House: house ? 'Lit window' : 'None',
      Hills: String(count),
    },
    grain: 0.45,
  }
}
