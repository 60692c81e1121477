import { t } from '#contract/words/sentence.ts'

// Control and format characters (including those that change the direction of text), line separators, fillers and
// vowels without a shape, and characters that draw a circle or a square around a letter. `looseJoiner` handles U+200D.
const invisible =
  /[\p{Cc}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u3164\uffa0\u2800\ufffe\uffff]|[\u20dd-\u20e0]|(?!\u200d)\p{Cf}/gu
/** U+200D joins emoji, and letters of Indian scripts after a mark. Elsewhere it has no effect. */
const looseJoiner = /(^|[^\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\u200d])\u200d+/gu
/** Characters that look like the verification mark of artists. */
const checkMarks =
  /[\u2611\u2705\u2713\u2714\u237b\u{10102}\u{1f5f8}\u{1f5f9}\u{1fbb1}][\ufe0e\ufe0f]?\p{Me}*/gu
/**
 * A V in a circle or a square also looks like the mark, unless it is part of a word: followed by a letter, or next to
 * other enclosed letters.
 */
const markedV =
  /(?<![\u2460-\u24ff\u{1f100}-\u{1f1ff}])(?:[\u24cb\u24e5\u{1f145}\u{1f165}\u{1f185}]\p{M}*)+(?![\p{L}\p{M}\u2460-\u24ff\u{1f100}-\u{1f1ff}])/gu
/**
 * XML 1.0 cannot contain these characters, so a feed with one of them would be unreadable. Source: XML 1.0,
 * "Characters".
 */
const notInXml = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu

/** Returns a text in its stored form: without characters that documents cannot contain. */
export const readableText = (text: string): string => text.toWellFormed().replace(notInXml, '')

/** Returns a name without characters that could break a line, stack above it, or imitate a verification mark. */
export function cleanName(name: string): string {
  return (
    name
      .replace(invisible, '')
      .replace(checkMarks, '')
      .replace(markedV, '')
      // A combining mark at the start would change the character before the name.
      .replace(/^[\s\p{M}\u200d]+/u, '')
      .replace(looseJoiner, '$1')
      .replace(/(\p{M}{2})\p{M}+/gu, '$1')
      .replace(/\s+/g, ' ')
      .trim()
  )
}

/** Returns the problem with a name as a sentence, or null if the name can be displayed. */
export function nameProblem(name: string): string | null {
  return cleanName(name) === name.replace(/\s+/g, ' ').trim()
    ? null
    : t('Remove check marks, stacked accents and invisible characters.')
}
