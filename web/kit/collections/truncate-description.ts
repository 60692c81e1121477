const shownCharacters = 55

/** The first 55 characters of a description, for cards. */
export function truncateDescription(text: string): string {
  const characters = [...text]
  if (characters.length <= shownCharacters) return text
  return `${characters.slice(0, shownCharacters).join('').trimEnd()}...`
}
