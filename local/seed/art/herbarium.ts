import { type Pen, plants, type Sheet } from './plants.ts'
import type { Random } from './random.ts'
import { document, side } from './svg.ts'
import type { Traits, Work } from './work.ts'

const sheets: readonly [readonly [Sheet, number], ...(readonly [Sheet, number])[]] = [
  [{ name: 'Cream', paper: '#f4ecdb', ink: '#2b2a26', washes: ['#8fa07a', '#c9a77c', '#b98d84'] }, 7],
  [{ name: 'Grey laid', paper: '#e4e2da', ink: '#24282c', washes: ['#7f94a0', '#a7a08a', '#95a58f'] }, 5],
  [{ name: 'Rose', paper: '#f1e0d8', ink: '#3a2526', washes: ['#c88d84', '#9aa588', '#d8b48a'] }, 4],
  [{ name: 'Cyanotype', paper: '#173a63', ink: '#eef2ee', washes: ['#4d79a8', '#6d97bd', '#2f5f92'] }, 3],
  [{ name: 'Nocturne', paper: '#14171a', ink: '#e6d9b8', washes: ['#3d4a3c', '#5a4a34', '#39464f'] }, 1],
]

/** Draws an invented plant with one pen on a herbarium sheet. */
export function herbarium(random: Random): Work {
  const sheet = random.weighted(sheets)
  const name = random.weighted([
    ['Laurel', 6],
    ['Fern', 5],
    ['Honesty', 4],
    ['Umbel', 4],
    ['Poppy', 3],
  ])
  const habit = random.weighted([
    ['Single', 6],
    ['Pair', 4],
    ['Trio', 2],
  ])
  const count = { Single: 1, Pair: 2, Trio: 3 }[habit] ?? 1
  const pen: Pen = { lines: [], washes: [], random, sheet }
  for (let index = 0; index < count; index += 1) {
    const spreadAngle = count === 1 ? 0 : index / (count - 1) - 0.5
    const height = random.range(690, 800) * (count === 1 ? 1 : 0.86 - Math.abs(spreadAngle) * 0.12)
    plants[name]?.(
      pen,
      [side / 2 + spreadAngle * 110, side - 190],
      height,
      spreadAngle * 0.62 + random.range(-0.08, 0.08),
    )
  }
  const frame = `<g stroke="${sheet.ink}" stroke-width="1" opacity="0.45"><rect x="70" y="70" width="${side - 140}" height="${side - 140}"/></g>`
  const label = `<g stroke="${sheet.ink}" opacity="0.55"><path stroke-width="1.4" d="M${side - 330} ${side - 128}h190"/><path stroke-width="0.8" d="M${side - 330} ${side - 108}h140"/></g>`
  const traits: Traits = { Sheet: sheet.name, Plant: name, Habit: habit }
  return {
    kind: 'svg',
    svg: document(
      `${pen.washes.join('')}<g fill="none" stroke="${sheet.ink}" stroke-linecap="round" stroke-linejoin="round">${pen.lines.join('')}${frame}${label}</g>`,
      sheet.paper,
    ),
    traits,
    grain: 0.45,
  }
}
