/** Any value that JSON.parse returns. */
export type Json = null | boolean | number | string | Json[] | JsonObject
export type JsonObject = { [key: string]: Json | undefined }

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Compares two JSON values structurally; a key that is undefined counts as absent. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (Array.isArray(a)) return Array.isArray(b) && sameLists(a, b)
  return isObject(a) && isObject(b) && sameObjects(a, b)
}

function sameLists(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false
  for (let index = 0; index < a.length; index += 1) if (!sameJson(a[index], b[index])) return false
  return true
}

function sameObjects(a: JsonObject, b: JsonObject): boolean {
  for (const key in a) if (a[key] !== undefined && !sameJson(a[key], b[key])) return false
  for (const key in b) if (b[key] !== undefined && a[key] === undefined) return false
  return true
}
