import { t } from '#contract/words/sentence.ts'
import { accountPattern } from './ledger.ts'

/** An ignored line, with the reason that the issuer sees. */
export interface DroppedLine {
  /** Counted from 1. */
  line: number
  text: string
  reason: string
}

export interface WhitelistEntry {
  account: string
  /** Maximum number of purchases from the issuer; 0 for no limit. */
  most: number
}

/** Maximum number of lines, so that the list fits into one request. */
export const maxListLines = 20_000
const maxPurchases = 1_000_000

const notAnAddress = () => t('This is not an XRP Ledger address.')
const listedTwice = () => t('This address is already listed; only the first line counts.')

type Read<T> = { entry: T; account: string } | { reason: string }

function readLines<T>(
  text: string,
  readLine: (line: string) => Read<T>,
): { entries: T[]; dropped: DroppedLine[] } {
  const entries: T[] = []
  const droppedLines: DroppedLine[] = []
  const unique = new Set<string>()
  for (const [index, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const line = raw.trim()
    if (line === '') continue
    const entry = readLine(line)
    const reason =
      'reason' in entry
        ? entry.reason
        : unique.has(entry.account)
          ? listedTwice()
          : entries.length >= maxListLines
            ? t('A list can have at most {most, number} lines.', { most: maxListLines })
            : null
    if (reason !== null || 'reason' in entry) {
      droppedLines.push({ line: index + 1, text: line.slice(0, 120), reason: reason ?? notAnAddress() })
      continue
    }
    unique.add(entry.account)
    entries.push(entry.entry)
  }
  return { entries, dropped: droppedLines }
}

/** True if a text is an address. The checksum is ignored where it cannot be verified. */
type IsAddress = (text: string) => boolean
const byPattern: IsAddress = (text) => accountPattern.test(text)

/** Parses lines of the form `address:number`. Returns the reasons for the lines that are dropped. */
export function readWhitelist(text: string, isAddress: IsAddress = byPattern) {
  return readLines<WhitelistEntry>(text, (line) => {
    const [account = '', limit, ...extraParts] = line.split(':').map((part) => part.trim())
    if (!byPattern(account) || !isAddress(account)) return { reason: notAnAddress() }
    if (limit === undefined || extraParts.length > 0)
      return { reason: t('Enter address:number, with 0 for no limit.') }
    if (!/^\d{1,7}$/.test(limit) || Number(limit) > maxPurchases)
      return { reason: t('The limit must be a whole number up to 1,000,000; 0 means no limit.') }
    return { account, entry: { account, most: Number(limit) } }
  })
}

/** Parses lines that contain one address each. */
export function readBlacklist(text: string, isAddress: IsAddress = byPattern) {
  return readLines<string>(text, (line) =>
    byPattern(line) && isAddress(line) ? { account: line, entry: line } : { reason: notAnAddress() },
  )
}

export const writeWhitelist = (entries: WhitelistEntry[]): string =>
  entries.map(({ account, most }) => `${account}:${most}`).join('\n')
