// Types of a message's values, derived from its text. A message is in ICU MessageFormat: "{name} has {count, plural,
// one {# work} other {# works}}", "Read the <link>Terms</link>."

/** The first brace of a text, and the text before and after it. */
type NextBrace<Text extends string> = Text extends `${infer Before}{${infer After}`
  ? Before extends `${infer Inner}}${string}`
    ? [brace: '}', before: Inner, after: Text extends `${Inner}}${infer Rest}` ? Rest : never]
    : [brace: '{', before: Before, after: After]
  : Text extends `${infer Before}}${infer After}`
    ? [brace: '}', before: Before, after: After]
    : null

/** `count, plural, one ` declares a number, `kind, select, sold ` a word, and `name` a text. */
type ArgumentOf<Head extends string> = Head extends `${infer Name}, select,${string}`
  ? [name: Name, kind: 'text']
  : Head extends `${infer Name},${string}`
    ? [name: Name, kind: 'count']
    : [name: Head, kind: 'text']

/** `Open` has a letter for each open brace, innermost first: "c" for a choice, "b" for one of its branches. */
type ArgumentsIn<Text extends string, Open extends string = ''> =
  NextBrace<Text> extends ['{', string, infer After extends string]
    ? Open extends `c${string}`
      ? ArgumentsIn<After, `b${Open}`>
      : NextBrace<After> extends [infer Brace, infer Head extends string, infer Rest extends string]
        ? ArgumentOf<Head> | ArgumentsIn<Rest, Brace extends '{' ? `bc${Open}` : Open>
        : never
    : NextBrace<Text> extends ['}', string, infer After extends string]
      ? Open extends `${string}${infer Outer}`
        ? ArgumentsIn<After, Outer>
        : never
      : never

type TagsIn<Text extends string> = Text extends `${string}</${infer Tag}>${infer After}`
  ? Tag | TagsIn<After>
  : never

type KindOf<Arguments extends [string, string], Name> =
  Extract<Arguments, [Name, 'count']> extends never ? 'text' : 'count'

/** An object with the values of a message, and with its context if one English text has two meanings. */
export type ValuesOf<Text extends string, Value, Element = never> = {
  [Name in ArgumentsIn<Text>[0]]: KindOf<ArgumentsIn<Text>, Name> extends 'count' ? number : Value
} & { [Tag in TagsIn<Text>]: Element } & { context?: string }

/** The arguments after the text: an object, which is optional if the message takes no values. */
export type ValueArguments<Text extends string, Value, Element = never> =
  | ArgumentsIn<Text>
  | TagsIn<Text> extends never
  ? [values?: { context: string }]
  : [values: ValuesOf<Text, Value, Element>]
