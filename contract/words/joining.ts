/**
 * Returns functions that join sentences and lists in a language. Japanese and Chinese have no spaces between sentences,
 * and use their own comma between the parts of a list.
 */
export function joiningIn(language: string) {
  const isSpaced = language !== 'ja' && language !== 'zh'
  const sentenceSpace = isSpaced ? ' ' : ''
  return {
    sentenceSpace,
    /** Joins whole sentences. Values that are false or null are omitted. */
    joinSentences: (...sentences: (string | false | null)[]): string =>
      sentences
        .filter((sentence) => sentence !== false && sentence !== null && sentence !== '')
        .join(sentenceSpace),
    /** Joins names or facts without an "and". */
    joinList: (parts: readonly string[]): string => parts.join(isSpaced ? ', ' : '、'),
  }
}
