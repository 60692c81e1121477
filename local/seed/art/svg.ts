/** Side length of every picture in pixels. */
export const side = 1200

export type Point = readonly [x: number, y: number]

/** Formats a rounded number, because a path has thousands of them. */
export function num(value: number): string {
  return String(Math.round(value * 10) / 10)
}

/** Formats an opacity, where a tenth is a large step. */
export function fraction(value: number): string {
  return String(Math.round(value * 100) / 100)
}

export function line(points: readonly Point[]): string {
  return points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${num(x)} ${num(y)}`).join('')
}

export function polygon(points: readonly Point[]): string {
  return `${line(points)}Z`
}

/** Returns a smooth curve through the points (Catmull-Rom as Béziers). */
export function curve(points: readonly Point[]): string {
  const [first] = points
  if (first === undefined) return ''
  let path = `M${num(first[0])} ${num(first[1])}`
  for (let index = 0; index < points.length - 1; index += 1) {
    const from = points[index] ?? first
    const to = points[index + 1] ?? from
    const before = points[index - 1] ?? from
    const after = points[index + 2] ?? to
    const first1 = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6]
    const second = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6]
    path += `C${[...first1, ...second, ...to].map(num).join(' ')}`
  }
  return path
}

export function document(body: string, background: string, defs = ''): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="${side}" height="${side}"><defs>${defs}</defs><rect width="${side}" height="${side}" fill="${background}"/>${body}</svg>`
}

/** Blends two colours, both as #rrggbb. */
export function blend(from: string, to: string, share: number): string {
  const channel = (color: string, at: number) => Number.parseInt(color.slice(at, at + 2), 16)
  return `#${[1, 3, 5]
    .map((at) => Math.round(channel(from, at) + (channel(to, at) - channel(from, at)) * share))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`
}

export function verticalGradient(id: string, colors: readonly string[]): string {
  const stops = colors.map(
    (color, index) => `<stop offset="${num((index / (colors.length - 1)) * 100)}%" stop-color="${color}"/>`,
  )
  return `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops.join('')}</linearGradient>`
}
