import { t } from '#contract/words/sentence.ts'
import type { Amount } from '#contract/schemas/amounts.ts'
import { marksIn } from '#contract/words/number-marks.ts'
import { currentLanguage } from '#contract/words/speech.ts'

export const dropsPerXrp = 1_000_000n
/** The total supply: the ledger accepts no amount above it. Source: xrpl.org "Currency formats". */
export const maxDrops = 100_000_000_000n * dropsPerXrp
export const tooMuchXrp = () => t('There are only 100,000,000,000 XRP in total.')

const findMarks = () => marksIn(currentLanguage())

/** Formats a decimal text for people: "12.5", or "12,5" in German. */
export const readableDecimal = (decimal: string): string => decimal.replace('.', findMarks().decimal)

/**
 * Largest and smallest power of ten that fits on the page. Amounts of an issued currency may range from 10^-81 to
 * 10^96.
 */
const [maxPower, minPower] = [15, -9]

/**
 * Formats a decimal text for people without rounding: above 10^15 and below 10^-9 in scientific form,
 * "9.999999999999999e95". `maxDecimals` limits the decimals of the scientific form.
 */
export function boundedDecimal(decimal: string, maxDecimals = 15): string {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal) ?? []
  const digits = (whole + fraction).replace(/(?<!0)0+$/, '')
  const significantDigits = digits.replace(/^0+/, '')
  const power = whole.length - 1 - (digits.length - significantDigits.length)
  const isPlain = significantDigits === '' || (power >= minPower && power < maxPower)
  if (isPlain || (power === maxPower && significantDigits === '1')) return decimal
  const decimals = significantDigits.slice(1, 1 + maxDecimals).replace(/(?<!0)0+$/, '')
  return `${sign}${significantDigits.charAt(0)}${decimals === '' ? '' : `.${decimals}`}e${power}`
}

export const isScientific = (text: string): boolean => /\de-?\d/.test(text)

/** Returns the number of decimals of a readable decimal, and its decimal mark. */
export function decimalsOf(text: string): { count: number; mark: string } {
  const mark = findMarks().decimal
  const at = text.lastIndexOf(mark)
  return { count: at < 0 ? 0 : text.length - at - 1, mark }
}

export function isDrops(amount: Amount): amount is string {
  return typeof amount === 'string'
}

/**
 * Converts a decimal text of XRP such as "12.5" to drops. Returns null for anything that is not a non-negative amount
 * of at most 6 decimals.
 */
export function parseXrp(text: string): bigint | null {
  const match = /^([0-9]{1,12})(?:\.([0-9]{0,6}))?$/.exec(text.trim().replace(findMarks().decimal, '.'))
  if (match === null) return null
  const [, whole = '0', fraction = ''] = match
  return BigInt(whole) * dropsPerXrp + BigInt(fraction.padEnd(6, '0'))
}

/** Returns the exact decimal text of XRP for drops: 121200000n is "121.2". */
export function dropsToXrp(drops: bigint): string {
  const sign = drops < 0n ? '-' : ''
  const absolute = drops < 0n ? -drops : drops
  const fraction = (absolute % dropsPerXrp)
    .toString()
    .padStart(6, '0')
    .replace(/(?<!0)0+$/, '')
  return `${sign}${absolute / dropsPerXrp}${fraction === '' ? '' : `.${fraction}`}`
}

/** Groups thousands in the format of the page's language: "1234567.25" becomes "1,234,567.25". Takes a decimal text. */
export function groupThousands(decimal: string): string {
  const [whole = '', fraction] = decimal.split('.')
  const groupedDigits = whole.replace(/\B(?=(\d{3})+(?!\d))/g, findMarks().group)
  return fraction === undefined ? groupedDigits : `${groupedDigits}${findMarks().decimal}${fraction}`
}

/** Formats an exact amount for dialogs: grouped thousands, at least 2 decimals: "1,250.00". */
export function formatXrpExact(drops: bigint): string {
  const [whole = '0', fraction = ''] = dropsToXrp(drops).split('.')
  return groupThousands(`${whole}.${fraction.padEnd(2, '0')}`)
}

const createCompactFormat = (language: string, decimals: number) =>
  new Intl.NumberFormat(language, {
    notation: 'compact',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    // By default, compact notation groups only from five digits up, unlike exact amounts.
    useGrouping: true,
  })

interface CompactFormats {
  precise: Intl.NumberFormat
  whole: Intl.NumberFormat
}

const compactFormats = new Map<string, CompactFormats>()

function compactFormatsIn(language: string): CompactFormats {
  const formats = compactFormats.get(language) ?? {
    precise: createCompactFormat(language, 2),
    whole: createCompactFormat(language, 0),
  }
  compactFormats.set(language, formats)
  return formats
}

/**
 * Formats a compact amount for cards and statistics: 2 decimals, rounded half up, with the abbreviation of the
 * language: "1.25K", "1,25 Mio.". Thousands that the language does not abbreviate are whole numbers: "1.250". Takes a
 * decimal text, which is formatted exactly, without a floating-point number.
 */
export function formatCompact(decimal: string): string {
  const { precise, whole } = compactFormatsIn(currentLanguage())
  const value = decimal as Intl.StringNumericLiteral
  const isLong =
    Math.abs(Number(decimal)) >= 1000 && precise.formatToParts(value).every(({ type }) => type !== 'compact')
  return (isLong ? whole : precise).format(value)
}

export function formatXrpCompact(drops: bigint): string {
  return formatCompact(dropsToXrp(drops))
}
