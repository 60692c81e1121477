/** Number format of a language: "1,250.5" in English, "1.250,5" in German. */
interface Marks {
  group: string
  decimal: string
}

const marksByLanguage = new Map<string, Marks>()

export function marksIn(language: string): Marks {
  const cachedMarks = marksByLanguage.get(language)
  if (cachedMarks !== undefined) return cachedMarks
  const parts = new Intl.NumberFormat(language).formatToParts(12_345_678.5)
  const markOf = (partType: string) => parts.find(({ type }) => type === partType)?.value ?? ''
  const marks = { group: markOf('group'), decimal: markOf('decimal') }
  marksByLanguage.set(language, marks)
  return marks
}

/** Converts a number from English notation to a language's notation. */
export function withMarksOf(number: string, language: string): string {
  const { group, decimal } = marksIn(language)
  return number.replace(/[.,]/g, (mark) => (mark === ',' ? group : decimal))
}
