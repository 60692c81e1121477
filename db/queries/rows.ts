/** Rows of a raw statement: both Neon drivers return `{rows}`. */
export function rowsOf<T>(result: unknown): T[] {
  const rows: unknown =
    typeof result === 'object' && result !== null ? Reflect.get(result, 'rows') : undefined
  return Array.isArray(rows) ? rows : []
}
