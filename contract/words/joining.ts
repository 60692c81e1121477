/** Japanese and Chinese write no spaces between sentences, and a comma of their own between the parts of a list. */
export function joiningIn(language: string) {
  const isSpaced = language !== 'ja' && language !== 'zh'
  const sentenceSpace = isSpaced ? ' ' : ''
  return {
    sentenceSpace,
    /** Joins whole sentences; omitted ones are false or null. */
    joinSentences: (...sentences: (string | false | null)[]): string =>
      sentences
        .filter((sentence) => sentence !== false && sentence !== null && sentence !== '')
        .join(sentenceSpace),
    /** Names, or facts, without an "and". */
    joinList: (parts: readonly string[]): string => parts.join(isSpaced ? ', ' : '、'),
  }
}
