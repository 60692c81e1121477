const shownCharacters = 55

/** Returns at most the first 55 characters of a description, for cards. It ends with a whole word if there is one. */
export function truncateDescription(text: string): string {
  const characters = [...text]
  if (characters.length <= shownCharacters) return text
  const start = characters.slice(0, shownCharacters).join('')
  const words = characters[shownCharacters] === ' ' ? start : start.replace(/(?<=\S)\s+\S*$/, '')
  return `${words.trimEnd()}...`
}
