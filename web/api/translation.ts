/** Sentences by their English, with numbered values: "You have {1} keys." */
type Texts = Record<string, string>

const maxSentence = 600

/** Fields of replies that hold texts of the server. Names and descriptions of works are never among them. */
const textFields = new Set(['detail', 'message', 'data', 'reason', 'sentence'])

/** English with values as a pattern. A value has no line break, and is short. */
function patternOf(english: string): RegExp {
  const pieces = english.split(/\{\d\}/).map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${pieces.join('(.{1,120}?)')}$`)
}

/** A number or an amount: "1,234.5", "12.5 XRP", "3.5 SOLO". */
const number = /^[\d,]+(\.\d+)?( \S{1,40})?$/

/** How the language writes what stands between and in sentences. */
interface Writing {
  /** A number with the marks of English. */
  numberIn: (text: string) => string
  joinSentences: (...sentences: string[]) => string
  joinList: (parts: readonly string[]) => string
}

/** Translates texts of the server sentence by sentence; what the catalogue does not have stays as it is. */
export function createTranslation(texts: Texts, { numberIn, joinSentences, joinList }: Writing) {
  const templates = Object.entries(texts)
    .filter(([english]) => /\{\d\}/.test(english))
    .map(([english, text]) => ({ pattern: patternOf(english), text }))

  function translationOf(text: string): string | null {
    if (Object.hasOwn(texts, text)) return texts[text] ?? null
    for (const { pattern, text: template } of templates) {
      const values = pattern.exec(text)
      // A value can be a sentence itself: "The other account cannot do its part: …".
      if (values !== null)
        return template.replace(/\{(\d)\}/g, (_all, index) => {
          const value = values[Number(index)] ?? ''
          const translated = translate(value)
          return translated === value && number.test(value) ? numberIn(value) : translated
        })
    }
    return null
  }

  /** Two sentences, or reasons in a row. */
  function translationOfParts(text: string): string | null {
    const parts = text.split(/(?<=[.!?]) |, (?=[a-z])/)
    const translated = parts.flatMap((part) => translationOf(part) ?? [])
    // Half of a text in another language is worse than the text.
    if (parts.length === 1 || translated.length < parts.length) return null
    return text.includes('. ') ? joinSentences(...translated) : joinList(translated)
  }

  function translate(text: string): string {
    if (text.length > maxSentence) return text
    return translationOfParts(text) ?? translationOf(text) ?? text
  }

  /** Puts the texts in a reply into the language, in place. */
  function translateReply(reply: unknown): void {
    if (typeof reply !== 'object' || reply === null) return
    for (const [field, value] of Object.entries(reply)) {
      if (typeof value === 'object') translateReply(value)
      else if (typeof value === 'string' && textFields.has(field)) Reflect.set(reply, field, translate(value))
    }
  }

  return { translate, translateReply }
}
