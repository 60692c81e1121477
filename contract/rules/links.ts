import { t } from '#contract/words/sentence.ts'
import type { LinkName } from './link-names.ts'

const maxLinkLength = 300

/** Base address of a plain user name. Websites have no user names; a Discord name is an invitation code. */
const profileAddress: Partial<Record<LinkName, string>> = {
  twitter: 'https://x.com/',
  telegram: 'https://t.me/',
  discord: 'https://discord.gg/',
  medium: 'https://medium.com/@',
  facebook: 'https://facebook.com/',
}

const userName = /^@?[\w.-]{1,60}$/
/** Sites whose user names may contain dots, or are often written with them. */
const dottedNames: readonly LinkName[] = ['twitter', 'telegram', 'medium', 'facebook']
const dottedName = /^[a-z\d]+(\.[a-z\d]+)+$/i
/** Common website endings. Every two-letter ending is a country code. */
const siteEnding =
  /\.([a-z]{2}|app|art|asia|biz|blog|cafe|cloud|club|com|design|dev|digital|earth|edu|email|eth|fun|gallery|gov|group|info|ink|link|live|media|museum|name|net|network|news|online|org|page|photo|photography|photos|pics|pro|shop|site|social|space|store|studio|team|tech|today|tools|video|website|wiki|work|works|world|xyz|zone)$/i
/** A host name with a dot, optionally followed by a port, path or query. */
const bareAddress = /^[\p{L}\d-]{1,63}(\.[\p{L}\d-]{1,63}){1,8}([:/?#].*)?$/u

function webAddress(text: string): string | null {
  if (!URL.canParse(text)) return null
  const { protocol, username, password } = new URL(text)
  return /^https?:$/.test(protocol) && username === '' && password === '' ? text : null
}

/**
 * Returns the stored form of a link: a web address is unchanged, "name.com" gets https://, and "@name" becomes the
 * address at that site. A name with dots, for example "john.doe", is a user name unless it ends like a website. Null
 * for anything that cannot be a web address, for example javascript: or mailto:.
 */
export function completeLink(name: LinkName, link: string): string | null {
  const text = link.trim()
  if (text.length > maxLinkLength) return null
  if (/^https?:\/\//i.test(text)) return webAddress(text)
  const site = profileAddress[name]
  const isDottedName = dottedNames.includes(name) && dottedName.test(text) && !siteEnding.test(text)
  const isUserName = userName.test(text) && (text.startsWith('@') || !text.includes('.') || isDottedName)
  if (site !== undefined && isUserName) return `${site}${text.replace(/^@/, '')}`
  return bareAddress.test(text) ? webAddress(`https://${text}`) : null
}

/** Returns the problem with a link as a sentence, or null if the link is empty or can be completed. */
export function linkProblem(name: LinkName, text: string): string | null {
  if (text.trim() === '' || completeLink(name, text) !== null) return null
  return profileAddress[name] === undefined
    ? t('Enter a web address, such as https://name.com.')
    : t('Enter a web address, such as https://name.com, or a user name, such as @name.')
}
