import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'

/** Normalizes a text for comparing names: lower case, without accents. */
export const foldText = (text: string) => sql`search_text(${text})`
export const containsText = (name: SQLWrapper, text: string): SQL =>
  sql`${name} like '%' || like_part(${foldText(text)}) || '%'`
