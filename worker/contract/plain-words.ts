import type * as v from 'valibot'

/** The expected value, as it follows "Give ". */
const kinds: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'named fields',
  strict_object: 'named fields',
  loose_object: 'named fields',
  record: 'named fields',
  variant: 'named fields',
  instance: 'a file',
  blob: 'a file',
  file: 'a file',
  integer: 'a whole number',
  uuid: 'an id in the form 01234567-89ab-cdef-0123-456789abcdef',
  url: 'an address that begins with https://',
}

type Issue = v.BaseIssue<unknown>

/** `"a" | "b"` as `a, b`. */
const choices = (expected: string) =>
  expected
    .replace(/^\(|\)$/g, '')
    .split(' | ')
    .map((choice) => choice.replaceAll('"', ''))
    .join(', ')

function lengthWords({ type, requirement, input }: Issue): string | null {
  const bound = String(requirement)
  const isText = typeof input === 'string'
  if (type === 'non_empty') return 'This must not be empty.'
  if (type === 'min_length')
    return isText ? `Give at least ${bound} characters.` : `Give at least ${bound} entries.`
  if (type === 'max_length')
    return isText ? `Give at most ${bound} characters.` : `Give at most ${bound} entries.`
  if (type === 'length')
    return isText ? `Give exactly ${bound} characters.` : `Give exactly ${bound} entries.`
  if (type === 'min_value') return `Give ${bound} or more.`
  if (type === 'max_value') return `Give ${bound} or less.`
  return null
}

function kindWords({ type, expected, issues }: Issue): string | null {
  if (type === 'picklist' || type === 'literal' || type === 'enum')
    return `one of these: ${choices(expected ?? '')}`
  if (type === 'variant' && expected?.includes('"') === true) return `one of these: ${choices(expected)}`
  if (type === 'union') {
    const each = (issues ?? []).map((issue) => kindWords(issue) ?? kinds['string'])
    return [...new Set(each)].join(', or ')
  }
  return kinds[type] ?? null
}

/**
 * The sentence for an issue of a schema without its own message: what to enter, in plain words. For `message` of valibot's config.
 */
export function plainWords(issue: Issue): string {
  if (issue.expected === 'never') return 'This field is not known here. Leave it out.'
  if (issue.received === 'undefined') return 'This field is missing.'
  const length = lengthWords(issue)
  if (length !== null) return length
  const kind = kindWords(issue)
  return kind === null ? 'This value cannot be used here.' : `Give ${kind}.`
}

/** For an object with its own message, which valibot would otherwise also use for each missing field. */
export function objectWords(sentence: string): (issue: Issue) => string {
  return (issue) =>
    issue.path === undefined || issue.received !== 'undefined' ? sentence : plainWords(issue)
}
