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

/** A number or an amount: "1,234.5", "12.5 XRP". */
const number = /^[\d,]+(\.\d+)?( [A-Za-z0-9]{3})?$/

/**
 * Translates texts of the server sentence by sentence; what the catalogue does not have stays as it is. `numberIn` writes the English
 * marks of a number as the language does.
 */
export function createTranslation(texts: Texts, numberIn: (text: string) => string = (text) => text) {
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
          return number.test(value) ? numberIn(value) : translate(value)
        })
    }
    return null
  }

  /** Two sentences, or reasons in a row. */
  function translationOfParts(text: string): string | null {
    const parts = text.split(/(?<=[.!?]) |, (?=[a-z])/)
    const translated = parts.map((part) => translationOf(part))
    // Half of a text in another language is worse than the text.
    if (parts.length === 1 || translated.includes(null)) return null
    return translated.join(text.includes('. ') ? ' ' : ', ')
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
