import unhomoglyph from 'unhomoglyph'

const smallCapitals = 'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ'
const theirLetters = 'abcdefghijklmnopqrstuvwyz'
const firstOfRows = [0x1f1e6, 0x1f150, 0x1f170]

/**
 * Returns the plain letter for a small capital, a white letter in a black circle or square, or half of a flag. Unicode
 * does not map these characters.
 */
function plainLetter(letter: string): string {
  const small = smallCapitals.indexOf(letter)
  if (small !== -1) return theirLetters.charAt(small)
  const code = letter.codePointAt(0) ?? 0
  const first = firstOfRows.find((start) => code >= start && code < start + 26)
  return first === undefined ? letter : String.fromCodePoint(0x61 + code - first)
}

const plain = (text: string) =>
  text.replace(/[\u{1f100}-\u{1f1ff}\u1d00-\u1d2b\ua730-\ua7af\u0250-\u02af]/gu, plainLetter)

const fold = (text: string) => unhomoglyph(text.normalize('NFKC').normalize('NFD')).toLowerCase()

/** Returns a name in lower case, with one form for all look-alike characters (Unicode TR39). */
const foldName = (name: string) => fold(fold(plain(name))).replaceAll('i', 'l')

/**
 * Returns equal text for names that people may confuse. Stricter than TR39: accents, upper case, spaces, punctuation
 * and symbols make no difference, and i equals l. Empty if no part of a name would be visible.
 */
export function nameSkeleton(name: string): string {
  const text = foldName(name)
  const letters = text.replace(/[^\p{L}\p{N}]/gu, '')
  return letters === '' ? text.replace(/[^\p{S}]/gu, '') : letters
}

const reservedNames = new Set(['opx', 'you', 'nobody', 'anyone', 'public'].map(nameSkeleton))

/** A folded address, whole or shortened. Folding turns m into rn, so the result may be twice as long as an address. */
const addressLike = /^r[a-z0-9]{24,68}$|^r[a-z0-9]{3,24} ?[.·•⋯・‥]{1,3} ?[a-z0-9]{2,24}$/
/** Words that only our verification mark may use. */
const marks = ['verified', 'verifiedartist', 'verifiedcollection'].map(nameSkeleton)

/** True for a name that we use for something else, that claims to be verified, or that looks like an address. */
export function isReservedName(name: string): boolean {
  const words = foldName(name).split(/[^\p{L}\p{N}]+/u)
  return (
    addressLike.test(foldName(name)) ||
    reservedNames.has(nameSkeleton(name)) ||
    words.some((word) => word === 'opx' || marks.includes(word))
  )
}
