/** Parses and writes the query string as readable plain text: `?verified=true&trait=Moon:Full&trait=Moon:New`. */
export function parseSearch(text: string): Record<string, string | string[]> {
  const search = new URLSearchParams(text)
  const names = [...new Set(search.keys())]
  return Object.fromEntries(
    names.map((name) => {
      const values = search.getAll(name)
      return [name, values.length > 1 ? values : (values[0] ?? '')]
    }),
  )
}

export function stringifySearch(values: Record<string, unknown>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null && item !== '') search.append(name, String(item))
    }
  }
  return search.size === 0 ? '' : `?${search.toString()}`
}
