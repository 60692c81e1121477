// Control and format characters (among them those that change the direction of text), line separators, and fillers without a shape.
// U+200D joins emoji.
const invisible = /[\p{Cc}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0\u2800]|(?!\u200d)\p{Cf}/gu
/** Look like the mark of verified artists. */
const checkMarks = /[\u2611\u2705\u2713\u2714\u{1f5f8}\u{1f5f9}]\ufe0f?/gu

/** A name without what could break a line, stack above it, or imitate a verified mark. */
export function cleanName(name: string): string {
  return name
    .replace(invisible, '')
    .replace(checkMarks, '')
    .replace(/(\p{M}{2})\p{M}+/gu, '$1')
    .replace(/\s+/g, ' ')
    .trim()
}

/** What is wrong with a name, as a sentence; null when it can be shown as it is. */
export function nameProblem(name: string): string | null {
  return cleanName(name) === name.replace(/\s+/g, ' ').trim()
    ? null
    : 'Leave out check marks, stacked accents and characters that nobody can see.'
}
