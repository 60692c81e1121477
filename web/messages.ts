import type { ReactElement, ReactNode } from 'react'
import type { Catalogue } from './messages.gen.ts'

// The build replaces each use of a message by its text in the language of the build (dev/messages): nothing of this is loaded.

type Value<Kind, Text> = Kind extends 'text'
  ? Text
  : Kind extends 'count'
    ? number
    : Kind extends 'tag'
      ? ReactElement
      : Kind extends readonly (infer Word)[]
        ? Word | (string & {})
        : never

type Values<Parameters, Text> = { [Name in keyof Parameters]: Value<Parameters[Name], Text> }

type HasTag<Parameters> = 'tag' extends Parameters[keyof Parameters] ? true : false

/** Messages as strings: `m.nft_buy`, or `m.nft_buy_for({ price })` where they have parameters. */
type Messages = {
  readonly [Key in keyof Catalogue as HasTag<Catalogue[Key]> extends true ? never : Key]: [
    keyof Catalogue[Key],
  ] extends [never]
    ? string
    : (values: Values<Catalogue[Key], string | number>) => string
}

/** Messages with nodes as parameters: `rich.help_terms({ link: <a href="/legal/terms">{slot}</a> })`. */
type RichMessages = {
  readonly [Key in keyof Catalogue]: (values: Values<Catalogue[Key], ReactNode>) => ReactNode
}

export declare const m: Messages
export declare const rich: RichMessages
/** In the element of a tag, the text between its tags. */
export declare const slot: ReactNode

/** The language of this build, for Intl. */
export const locale: string = import.meta.env.OPX_LOCALE
