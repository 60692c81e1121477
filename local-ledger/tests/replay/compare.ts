import { createHash } from 'node:crypto'

export type Json = Record<string, unknown>

export interface Difference {
  path: string
  expected: unknown
  actual: unknown
}

export function isObject(value: unknown): value is Json {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

export function deepEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, at) => deepEqual(item, b[at]))
  if (!isObject(a) || !isObject(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => key in b && deepEqual(a[key], b[key]))
}

/** Returns JSON text with sorted object keys. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value)
  const fields = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`)
  return `{${fields.join(',')}}`
}

export const sha256 = (value: unknown): string => createHash('sha256').update(canonical(value)).digest('hex')

const maxDifferences = 50

/**
 * Returns the first differences between the recorded and the actual response. `expand` returns the metadata that a
 * recording abbreviates as `{"$meta": step}`.
 */
export function differences(
  expected: unknown,
  actual: unknown,
  path: string,
  expand: (step: string) => unknown,
): Difference[] {
  const list: Difference[] = []
  const note = (at: string, left: unknown, right: unknown) => {
    if (list.length < maxDifferences) list.push({ path: at === '' ? '.' : at, expected: left, actual: right })
  }
  const walk = (left: unknown, right: unknown, at: string): void => {
    if (isObject(left) && typeof left['$meta'] === 'string' && !deepEqual(left, right)) {
      const whole = expand(left['$meta'])
      if (whole !== undefined && isObject(right) && !('$meta' in right))
        return walk(whole, right, `${at}($meta ${left['$meta']})`)
    }
    if (Array.isArray(left) && Array.isArray(right)) {
      if (left.length !== right.length) note(`${at}.length`, left.length, right.length)
      for (let i = 0; i < Math.min(left.length, right.length); i += 1) walk(left[i], right[i], `${at}[${i}]`)
    } else if (isObject(left) && isObject(right)) {
      for (const [key, value] of Object.entries(left)) {
        if (key in right) walk(value, right[key], `${at}.${key}`)
        else note(`${at}.${key}`, value, undefined)
      }
      for (const [key, value] of Object.entries(right))
        if (!(key in left)) note(`${at}.${key}`, undefined, value)
    } else if (left !== right) note(at, left, right)
  }
  walk(expected, actual, path)
  return list
}
