import {
  type MessageFormatElement,
  type PluralElement,
  type SelectElement,
  TYPE,
} from '@formatjs/icu-messageformat-parser'
import { type Message, pseudoLocale } from './catalogue.ts'

interface Compiling {
  locale: string
  /** Source code of the value of each parameter. */
  values: Map<string, string>
  /** For React, the result is an expression of nodes instead of a string. */
  rich: boolean
  /** The number that `#` stands for. */
  count?: string
}

/** The name of the helper that compiled messages with nodes call. */
export const richHelper = '__rich'

/** Placeholder for the text between the tags, in the value of a tag. */
export const slotMark = '\u0000slot\u0000'

const accents: Record<string, string> = {
  a: 'á',
  c: 'ç',
  e: 'é',
  i: 'í',
  n: 'ñ',
  o: 'ó',
  s: 'š',
  u: 'ü',
  y: 'ý',
  A: 'Á',
  C: 'Ç',
  E: 'É',
  I: 'Í',
  N: 'Ñ',
  O: 'Ó',
  S: 'Š',
  U: 'Ü',
}

/** A text in the pseudo-locale: accented, and a third longer, as translations often are. */
export const toPseudoText = (text: string): string =>
  text.replace(/\p{L}+/gu, (word) => {
    const accentedText = [...word].map((letter) => accents[letter] ?? letter).join('')
    return accentedText + '~'.repeat(Math.round(word.length / 3))
  })

const numberCode = (value: string, locale: string) => `(${value}).toLocaleString(${JSON.stringify(locale)})`

/**
 * Languages with the forms of Intl.PluralRules need no rules in the browser if one comparison distinguishes the forms.
 */
function pluralTest(locale: string, forms: string[]): ((count: string) => string) | null {
  const rules = new Intl.PluralRules(locale)
  const usesOne = (count: number) => rules.select(count) === 'one' && forms.includes('one')
  const counts = [...Array.from({ length: 1001 }, (_, index) => index), 10_000, 1_000_000]
  if (counts.every((count) => usesOne(count) === (count === 1))) return (count) => `${count}===1`
  if (counts.every((count) => usesOne(count) === count < 2)) return (count) => `${count}<2`
  return null
}

function pluralCode(part: PluralElement, context: Compiling): string {
  const { locale, values } = context
  const count = values.get(part.value) ?? ''
  const number = part.offset === 0 ? count : `(${count}-${part.offset})`
  const compileForm = (name: string) => codeOf(part.options[name]?.value ?? [], { ...context, count: number })
  const names = Object.keys(part.options)
  const exact = names.filter((name) => name.startsWith('='))
  // A form with the same text as `other` is left out: "many" of French, Spanish, Italian and Portuguese is for round
  // millions.
  const forms = names.filter(
    (name) => !name.startsWith('=') && name !== 'other' && compileForm(name) !== compileForm('other'),
  )
  if (part.pluralType === 'ordinal') throw new Error('Ordinals are not supported.')
  const test = pluralTest(locale, forms)
  let code = compileForm('other')
  if (forms.length === 1 && forms[0] === 'one' && test !== null)
    code = `${test(number)}?${compileForm('one')}:${code}`
  else if (forms.length > 0) {
    const choices = [...forms, 'other'].map((name) => `${name}:${compileForm(name)}`)
    const rules = `new Intl.PluralRules(${JSON.stringify(locale)}).select(${number})`
    code = `({${choices.join(',')}})[${rules}]`
    if (!forms.includes('many')) code = `(${code}??${compileForm('other')})`
  }
  for (const name of exact) code = `${count}===${name.slice(1)}?${compileForm(name)}:${code}`
  return `(${code})`
}

function selectCode(part: SelectElement, context: Compiling): string {
  const value = context.values.get(part.value) ?? ''
  const names = Object.keys(part.options).filter((name) => name !== 'other')
  const compileForm = (name: string) => codeOf(part.options[name]?.value ?? [], context)
  const code = names.reduceRight(
    (rest, name) => `${value}===${JSON.stringify(name)}?${compileForm(name)}:${rest}`,
    compileForm('other'),
  )
  return `(${code})`
}

/** The element of a tag, with its text. */
function tagCode(element: string, text: string): string {
  if (!element.includes(slotMark)) throw new Error('The element of a tag has no {slot}.')
  return element.replace(slotMark, () => text)
}

/** The source code of a part that is not literal text. */
function partCode(part: MessageFormatElement, context: Compiling): string {
  const { locale, values, count } = context
  switch (part.type) {
    case TYPE.argument:
      return values.get(part.value) ?? ''
    case TYPE.number:
      return numberCode(values.get(part.value) ?? '', locale)
    case TYPE.pound:
      return numberCode(count ?? '', locale)
    case TYPE.plural:
      return pluralCode(part, context)
    case TYPE.select:
      return selectCode(part, context)
    case TYPE.tag:
      return tagCode(values.get(part.value) ?? '', codeOf(part.children, context))
    default:
      throw new Error('A message has a part that is not supported.')
  }
}

const templateText = (text: string) => text.replace(/[`\\]|\$(?=\{)/g, '\\$&')

/** Keeps a number and its percent sign on one line. The number may be a value, which ends just before this text. */
const keepPercent = (text: string) => text.replace(/(^|\d) %/g, '$1\u00a0%')

/** An expression for the parts of a message: a string, or nodes. */
function codeOf(parts: MessageFormatElement[], context: Compiling): string {
  const pieces = parts.map((part) =>
    part.type === TYPE.literal
      ? { text: keepPercent(context.locale === pseudoLocale ? toPseudoText(part.value) : part.value) }
      : { code: partCode(part, context) },
  )
  if (pieces.length === 0) return '""'
  const [first] = pieces
  if (pieces.length === 1 && first?.text !== undefined) return JSON.stringify(first.text)
  if (context.rich) {
    const list = pieces.map((piece) => (piece.text === undefined ? piece.code : JSON.stringify(piece.text)))
    return list.length === 1 ? (list[0] ?? '') : `${richHelper}(${list.join(',')})`
  }
  const [part] = parts
  if (parts.length === 1 && (part?.type === TYPE.plural || part?.type === TYPE.select))
    return first?.code ?? ''
  const texts = pieces.map((piece) =>
    piece.text === undefined ? `\${${piece.code}}` : templateText(piece.text),
  )
  return `\`${texts.join('')}\``
}

const isSimple = (code: string) => /^[\w$]+(\??\.[\w$]+)*$/.test(code)

function countUses(parts: MessageFormatElement[], name: string): number {
  let count = 0
  for (const part of parts) {
    if (part.type === TYPE.literal || part.type === TYPE.pound) continue
    // An element has its own text in each place.
    if (part.value === name && part.type !== TYPE.tag) count += part.type === TYPE.plural ? 2 : 1
    if (part.type === TYPE.tag) count += countUses(part.children, name)
    if (part.type === TYPE.plural || part.type === TYPE.select)
      for (const { value } of Object.values(part.options)) count += countUses(value, name)
  }
  return count
}

/**
 * Returns the expression that replaces a message. Values that are more than a name and are used several times are
 * evaluated once.
 */
export function compileMessage(
  { parts }: Message,
  valueCode: Map<string, string>,
  { locale, rich }: { locale: string; rich: boolean },
): string {
  const values = new Map<string, string>()
  const once: [name: string, code: string][] = []
  for (const [name, code] of valueCode) {
    if (isSimple(code) || countUses(parts, name) < 2) values.set(name, isSimple(code) ? code : `(${code})`)
    else {
      once.push([`$${name}`, code])
      values.set(name, `$${name}`)
    }
  }
  const body = codeOf(parts, { locale, values, rich })
  if (once.length === 0) return body
  return `((${once.map(([name]) => name).join(',')})=>${body})(${once.map(([, code]) => code).join(',')})`
}
