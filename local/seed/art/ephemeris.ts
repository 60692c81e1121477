import type { Random } from './random.ts'
import { document, num, type Point, side } from './svg.ts'
import type { Work } from './work.ts'

interface Plate {
  name: string
  ground: string
  ink: string
  second: string
}

const plates: readonly [readonly [Plate, number], ...(readonly [Plate, number])[]] = [
  [{ name: 'Midnight', ground: '#0c1226', ink: '#d9bd82', second: '#8fa3cf' }, 7],
  [{ name: 'Ivory', ground: '#f2ead9', ink: '#2a2a33', second: '#a34a32' }, 5],
  [{ name: 'Oxblood', ground: '#2a0f14', ink: '#e5c9a0', second: '#c7704e' }, 4],
  [{ name: 'Spruce', ground: '#0e211d', ink: '#dfd3ac', second: '#7fae9a' }, 4],
  [{ name: 'Silverpoint', ground: '#dcdcd8', ink: '#3a4048', second: '#6f7f8f' }, 2],
  [{ name: 'Solar', ground: '#d39a36', ink: '#231a10', second: '#f6ead0' }, 1],
]

const centre = side / 2

function polar(radius: number, angle: number, [cx, cy]: Point = [centre, centre]): Point {
  return [cx + Math.cos(angle) * radius, cy + Math.sin(angle) * radius]
}

function circle([x, y]: Point, radius: number, width: number, fill = 'none'): string {
  return `<circle cx="${num(x)}" cy="${num(y)}" r="${num(radius)}" stroke-width="${width}" fill="${fill}"/>`
}

function drawTicks(
  radius: number,
  count: number,
  length: number,
  width: number,
  stride = 1,
  long = length,
): string {
  let path = ''
  for (let tick = 0; tick < count; tick += 1) {
    const angle = (tick / count) * Math.PI * 2
    const from = polar(radius, angle)
    const to = polar(radius + (tick % stride === 0 ? long : length), angle)
    path += `M${num(from[0])} ${num(from[1])}L${num(to[0])} ${num(to[1])}`
  }
  return `<path d="${path}" stroke-width="${width}"/>`
}

let clips = 0

/** Draws a globe shaded like an engraving, with lines that thicken away from the light. */
function drawGlobe(random: Random, at: Point, radius: number, plate: Plate, light: number): string {
  clips += 1
  const id = `g${clips}`
  let hatch = ''
  const spacing = Math.max(2.6, radius / 22)
  const tilt = (light * 180) / Math.PI
  for (let offset = -radius; offset < radius; offset += spacing) {
    const share = (offset + radius) / (2 * radius)
    const bend = radius * 0.34 * (share - 0.5)
    hatch += `<path d="M${num(offset)} ${num(-radius)}Q${num(offset + bend)} 0 ${num(offset)} ${num(radius)}" stroke-width="${num(0.3 + share ** 2.2 * spacing * 0.75)}"/>`
  }
  const ring = random.chance(0.25)
    ? `<ellipse cx="${num(at[0])}" cy="${num(at[1])}" rx="${num(radius * 1.75)}" ry="${num(radius * 0.42)}" stroke-width="1.4" transform="rotate(${num(random.range(-35, 35))} ${num(at[0])} ${num(at[1])})"/>`
    : ''
  return `<clipPath id="${id}"><circle r="${num(radius)}"/></clipPath>${ring}${circle(at, radius + 5, 0.8)}${circle(at, radius, 1.6, plate.ground)}<g transform="translate(${num(at[0])} ${num(at[1])}) rotate(${num(tilt + 180)})" clip-path="url(#${id})">${hatch}</g>${circle(at, radius, 1.4)}`
}

function drawSun(random: Random, plate: Plate, rays: number): string {
  const radius = random.range(46, 74)
  let body = ''
  for (let ray = 0; ray < rays; ray += 1) {
    const angle = (ray / rays) * Math.PI * 2
    const long = ray % 2 === 0 ? 1.95 : 1.5
    const tip = polar(radius * long, angle)
    const left = polar(radius * 1.12, angle - 0.42 * (6 / rays))
    const right = polar(radius * 1.12, angle + 0.42 * (6 / rays))
    body += `<path d="M${num(left[0])} ${num(left[1])}L${num(tip[0])} ${num(tip[1])}L${num(right[0])} ${num(right[1])}" stroke-width="1.2" fill="${ray % 2 === 0 ? plate.second : 'none'}" fill-opacity="0.5"/>`
  }
  for (let ring = 1; ring < 12; ring += 1) body += circle([centre, centre], (radius * ring) / 12, 0.7)
  return body + circle([centre, centre], radius, 2)
}

/** Draws an almanac page for an invented sky: orbits, positions and houses. */
export function ephemeris(random: Random): Work {
  const plate = random.weighted(plates)
  const heart = random.weighted([
    ['Sun', 6],
    ['Globe', 4],
    ['Void', 2],
  ])
  const houses = random.weighted([
    [12, 6],
    [8, 3],
    [16, 2],
    [7, 1],
  ])
  const bodies = random.int(3, 7)
  const rim = random.range(478, 505)
  let body =
    circle([centre, centre], rim, 2.2) +
    circle([centre, centre], rim - 8, 0.8) +
    circle([centre, centre], rim - 46, 1.2)
  body += drawTicks(rim - 46, 360, 9, 0.6, 10, 24) + drawTicks(rim + 6, houses * 6, 5, 1, 6, 16)
  for (let house = 0; house < houses; house += 1) {
    const angle = (house / houses) * Math.PI * 2
    const from = polar(rim - 46, angle)
    const to = polar(rim - 86, angle)
    body += `<path d="M${num(from[0])} ${num(from[1])}L${num(to[0])} ${num(to[1])}" stroke-width="0.9"/>`
    const mark = polar(rim - 66, angle + Math.PI / houses)
    body += circle(mark, random.pick([3, 5, 8]), 1, random.chance(0.4) ? plate.second : 'none')
  }
  body += circle([centre, centre], rim - 86, 0.8)
  const inner = 150
  const outer = rim - 130
  for (let index = 0; index < bodies; index += 1) {
    const radius = inner + ((outer - inner) * (index + random.range(0.1, 0.6))) / bodies
    const flat = random.range(0.82, 1)
    const turn = random.range(0, 180)
    const dash = random.chance(0.3) ? ' stroke-dasharray="2 7"' : ''
    body += `<ellipse cx="${centre}" cy="${centre}" rx="${num(radius)}" ry="${num(radius * flat)}" stroke-width="${random.pick([0.7, 1, 1.5])}" transform="rotate(${num(turn)} ${centre} ${centre})"${dash}/>`
    const angle = random.range(0, Math.PI * 2)
    const local: Point = [Math.cos(angle) * radius, Math.sin(angle) * radius * flat]
    const t = (turn * Math.PI) / 180
    const at: Point = [
      centre + local[0] * Math.cos(t) - local[1] * Math.sin(t),
      centre + local[0] * Math.sin(t) + local[1] * Math.cos(t),
    ]
    const size = random.range(11, 22) + (random.chance(0.3) ? random.range(12, 30) : 0)
    body += `<g stroke="${plate.second}"><path d="M${centre} ${centre}L${num(at[0])} ${num(at[1])}" stroke-width="0.6" stroke-dasharray="1 5"/></g>`
    body += drawGlobe(random, at, size, plate, Math.atan2(centre - at[1], centre - at[0]))
    if (size > 26)
      for (let moon = 0; moon < 2; moon += 1)
        body += circle(polar(size + 16 + moon * 9, random.range(0, 6.28), at), 2.6, 1, plate.ink)
  }
  if (heart === 'Sun') body += drawSun(random, plate, random.pick([16, 24, 32]))
  if (heart === 'Globe')
    body += drawGlobe(random, [centre, centre], random.range(70, 100), plate, random.range(-2.6, -0.6))
  if (heart === 'Void')
    for (let ring = 0; ring < 30; ring += 1)
      body += circle([centre, centre], 18 + ring ** 1.35 * 1.1, Math.round(140 - ring * 3.5) / 100)
  let stars = ''
  for (let star = 0; star < 90; star += 1) {
    const at = polar(random.range(rim + 40, 820), random.range(0, Math.PI * 2))
    const size = random.next() ** 3 * 7 + 1.6
    stars += random.chance(0.3)
      ? `<path d="M${num(at[0] - size)} ${num(at[1])}h${num(size * 2)}M${num(at[0])} ${num(at[1] - size)}v${num(size * 2)}" stroke-width="0.8"/>`
      : circle(at, size / 3, 0.6, plate.ink)
  }
  return {
    kind: 'svg',
    svg: document(
      `<g fill="none" stroke="${plate.ink}" stroke-linecap="round">${stars}${body}</g>`,
      plate.ground,
    ),
    traits: { Plate: plate.name, Heart: heart, Houses: String(houses), Bodies: String(bodies) },
    // No grain, because a flat background keeps the PNG small.
    grain: 0,
  }
}
