import { t } from './sentence.ts'
import type * as v from 'valibot'

/** Names of the expected values, as they follow "Give ". */
const kinds: Record<string, () => string> = {
  string: () => t('a text'),
  number: () => t('a number'),
  boolean: () => t('true or false'),
  array: () => t('a list'),
  tuple: () => t('a list'),
  object: () => 'named fields',
  strict_object: () => 'named fields',
  loose_object: () => 'named fields',
  record: () => 'named fields',
  variant: () => 'named fields',
  instance: () => t('a file'),
  blob: () => t('a file'),
  file: () => t('a file'),
  integer: () => t('a whole number'),
  uuid: () => 'an id in the form 01234567-89ab-cdef-0123-456789abcdef',
  url: () => t('an address that begins with https://'),
}

type Issue = v.BaseIssue<unknown>

/** Converts `"a" | "b"` to `a, b`. */
const listChoices = (union: string) =>
  union
    .replace(/^\(|\)$/g, '')
    .split(' | ')
    .map((choice) => choice.replaceAll('"', ''))
    .join(', ')

function lengthWords({ type, requirement, input }: Issue): string | null {
  const bound = String(requirement)
  const isText = typeof input === 'string'
  if (type === 'non_empty') return t('This must not be empty.')
  if (type === 'min_length')
    return isText
      ? t('Enter at least {bound} characters.', { bound })
      : t('Enter at least {bound} entries.', { bound })
  if (type === 'max_length')
    return isText
      ? t('Enter at most {bound} characters.', { bound })
      : t('Enter at most {bound} entries.', { bound })
  if (type === 'length')
    return isText
      ? t('Enter exactly {bound} characters.', { bound })
      : t('Enter exactly {bound} entries.', { bound })
  if (type === 'min_value') return t('Enter {bound} or more.', { bound })
  if (type === 'max_value') return t('Enter {bound} or less.', { bound })
  return null
}

function kindWords({ type, expected: expectedType, issues }: Issue): string | null {
  if (type === 'picklist' || type === 'literal' || type === 'enum')
    return t('one of these: {choices}', { choices: listChoices(expectedType ?? '') })
  if (type === 'variant' && expectedType?.includes('"') === true)
    return t('one of these: {choices}', { choices: listChoices(expectedType) })
  if (type === 'union') {
    const words = (issues ?? []).map((issue) => kindWords(issue) ?? kinds['string']?.())
    return [...new Set(words)].join(', or ')
  }
  return kinds[type]?.() ?? null
}

/**
 * Returns a plain sentence about what to enter, for an issue of a schema without its own message. Used as `message` of
 * valibot's config.
 */
export function plainWords(issue: Issue): string {
  if (issue.expected === 'never') return t('This field is unknown. Remove it.')
  if (issue.received === 'undefined') return t('This field is missing.')
  const length = lengthWords(issue)
  if (length !== null) return length
  const kind = kindWords(issue)
  return kind === null ? t('This value is not allowed here.') : t('Give {kind}.', { kind })
}

/**
 * Returns the message of an object schema. Without this function, valibot would also use the schema's own message for
 * each missing field.
 */
export function objectWords(sentence: () => string): (issue: Issue) => string {
  return (issue) =>
    issue.path === undefined || issue.received !== 'undefined' ? sentence() : plainWords(issue)
}
