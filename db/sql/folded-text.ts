import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'

/** The form of a text in which names are compared: lower case and without accents. */
export const foldText = (text: string) => sql`search_text(${text})`
export const containsText = (name: SQLWrapper, text: string): SQL =>
  sql`${name} like '%' || like_part(${foldText(text)}) || '%'`
