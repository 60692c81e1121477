import { parseXrp } from './amounts.ts'

export type SearchValues = Record<string, unknown>

/** Removes NUL characters, which the database cannot store, and surrounding white space from a search text. */
export function askedText(text: string, maxLength = 100): string {
  return text.replaceAll('\0', '').trim().slice(0, maxLength)
}

/** Reads one text of a query string. The first value of a repeated name counts, and an empty text is ignored. */
export function textOf(value: unknown, maxLength = 100): string | undefined {
  const firstValue: unknown = Array.isArray(value) ? value[0] : value
  const text = typeof firstValue === 'string' ? askedText(firstValue, maxLength) : ''
  return text === '' ? undefined : text
}

export function flagOf(value: unknown): 'true' | undefined {
  return textOf(value) === 'true' ? 'true' : undefined
}

export function oneOf<V extends string>(values: readonly V[], value: unknown): V | undefined {
  const text = textOf(value)
  return values.find((candidate) => candidate === text)
}

/** Returns a whole number of at most `digits` digits, as text. */
export function wholeOf(value: unknown, digits: number): string | undefined {
  const text = textOf(value)
  return text !== undefined && /^\d+$/.test(text) && text.length <= digits ? text : undefined
}

/** Returns a decimal amount of XRP as typed. */
export function xrpOf(value: unknown): string | undefined {
  const text = textOf(value)
  return text !== undefined && /^\d{1,12}(\.\d{0,6})?$/.test(text) ? text : undefined
}

export function textsOf(value: unknown, maxTexts: number): string[] | undefined {
  const values: unknown[] = Array.isArray(value) ? value : [value]
  const texts = values
    .filter((entry): entry is string => typeof entry === 'string')
    .map((text) => text.replaceAll('\0', ''))
    .filter((text) => text !== '')
    .slice(0, maxTexts)
  return texts.length === 0 ? undefined : texts
}

/** Returns the number of filters in a query string. */
export function countSet(values: object): number {
  return Object.values(values).filter((value) => value !== undefined).length
}

/** Converts an amount of XRP in a query string to drops. */
export function dropsOf(xrp: string | undefined): string | undefined {
  const drops = xrp === undefined ? null : parseXrp(xrp)
  return drops === null ? undefined : String(drops)
}
