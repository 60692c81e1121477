import { IntlMessageFormat } from 'intl-messageformat'
import { joiningIn } from './joining.ts'
import { defaultLanguage } from './languages.ts'
import type { ValueArguments } from './message-values.ts'
import { withMarksOf } from './number-marks.ts'
import { currentLanguage, translationOf } from './speech.ts'

/** A number in English notation, such as "1,250.5", and its unit: "XRP". */
export interface AmountValue {
  number: string
  unit?: Sentence
}

/** A list of names or facts. */
export interface ListValue {
  list: readonly Sentence[]
}

type Value = string | number | AmountValue | ListValue | Sentence

/** A user text with its values. It can be stored and is formatted in the reader's language. */
interface Template {
  text: string
  context?: string
  values: Record<string, Value>
}

/** A template, or several sentences one after another. A plain string is the same in every language. */
export type Sentence = string | Template | readonly Sentence[]

/**
 * Creates a text that is formatted or stored later: `sentence('The price has changed. It is now {price}.', { price })`.
 */
export function sentence<const Text extends string>(
  text: Text,
  ...[values]: ValueArguments<Text, Value>
): Sentence {
  const { context, ...rest }: { context?: string } & Record<string, Value> = values ?? {}
  return { text, values: rest, ...(context === undefined ? {} : { context }) }
}

const formats = new Map<string, IntlMessageFormat>()

/** Returns the formatter for a text in a language; the English one if the translation is missing. */
function formatOf({ text, context }: Template, language: string): IntlMessageFormat {
  const translation = translationOf(context === undefined ? text : `${context} | ${text}`, language)
  const locale = translation === undefined ? defaultLanguage : language
  const key = `${locale}: ${translation ?? text}`
  const format =
    formats.get(key) ?? new IntlMessageFormat(translation ?? text, locale, undefined, { ignoreTag: true })
  formats.set(key, format)
  return format
}

function valueIn(value: Value, language: string): string | number {
  if (typeof value === 'number') return value
  if (typeof value !== 'object') return value
  if ('number' in value) {
    const number = withMarksOf(value.number, language)
    return value.unit === undefined ? number : `${number} ${inWords(value.unit, language)}`
  }
  if ('list' in value) return joiningIn(language).joinList(value.list.map((part) => inWords(part, language)))
  return inWords(value, language)
}

/** Formats a sentence in a language; by default, in that of the call. */
export function inWords(content: Sentence, language: string = currentLanguage()): string {
  if (typeof content === 'string') return content
  if (!('text' in content))
    return joiningIn(language).joinSentences(...content.map((part) => inWords(part, language)))
  const values = Object.entries(content.values).map(([name, value]) => [name, valueIn(value, language)])
  return String(formatOf(content, language).format(Object.fromEntries(values)))
}

/**
 * Returns a text in the language of the call: `t('Remove {name}', { name })`. The client's build replaces these calls
 * with their texts.
 */
export const t = <const Text extends string>(
  text: Text,
  ...values: ValueArguments<Text, string | number>
): string => inWords(sentence(text, ...values))
