import unhomoglyph from 'unhomoglyph'

const fold = (text: string) => unhomoglyph(text.normalize('NFKC').normalize('NFD')).toLowerCase()

/** A name with look-alike characters replaced by one of them (Unicode TR39), in lower case. */
const folded = (name: string) => fold(fold(name)).replaceAll('i', 'l')

/**
 * Equal for names that people may confuse. Stricter than TR39: accents, upper case, spaces, punctuation and symbols make no difference,
 * nor do i and l. Empty when nothing of a name would be visible.
 */
export function nameSkeleton(name: string): string {
  const text = folded(name)
  const letters = text.replace(/[^\p{L}\p{N}]/gu, '')
  return letters === '' ? text.replace(/[^\p{S}]/gu, '') : letters
}

const reserved = new Set(['opx', 'you', 'nobody', 'anyone', 'public'].map(nameSkeleton))

/** A folded address, whole or shortened. */
const addressLike = /^r[a-z0-9]{24,34}$|^r[a-z0-9]{3,12} ?\.{2,3} ?[a-z0-9]{2,12}$/

/** A name that we use for something else, or one that looks like an address. */
export function isReservedName(name: string): boolean {
  const words = folded(name).split(/[^\p{L}\p{N}]+/u)
  return addressLike.test(folded(name)) || reserved.has(nameSkeleton(name)) || words.includes('opx')
}
