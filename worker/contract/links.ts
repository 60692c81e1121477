import * as v from 'valibot'

export const linkLabels = [
  ['website', 'Website'],
  ['twitter', 'Twitter'],
  ['telegram', 'Telegram'],
  ['discord', 'Discord'],
  ['medium', 'Medium'],
  ['facebook', 'Facebook'],
] as const
type LinkName = (typeof linkLabels)[number][0]
export const linkNames = linkLabels.map(([name]) => name)
export type ProfileLinks = Partial<Record<LinkName, string>>

const maxLinkLength = 300

/** Where a bare user name links to. A website has no user names; a Discord name is an invitation. */
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
/** Common endings of websites; every two-letter ending is a country's. */
const siteEnding =
  /\.([a-z]{2}|app|art|asia|biz|blog|cafe|cloud|club|com|design|dev|digital|earth|edu|email|eth|fun|gallery|gov|group|info|ink|link|live|media|museum|name|net|network|news|online|org|page|photo|photography|photos|pics|pro|shop|site|social|space|store|studio|team|tech|today|tools|video|website|wiki|work|works|world|xyz|zone)$/i
/** A host with a dot, and anything after it. */
const bareAddress = /^[\p{L}\d-]{1,63}(\.[\p{L}\d-]{1,63}){1,8}([:/?#].*)?$/u

function webAddress(text: string): string | null {
  if (!URL.canParse(text)) return null
  const { protocol, username, password } = new URL(text)
  return /^https?:$/.test(protocol) && username === '' && password === '' ? text : null
}

/**
 * The stored form of a link: a web address is kept, "name.com" gets https://, and "@name" becomes the address at that site. A name
 * with dots, for example "john.doe", is a user name unless it ends like a website. Null for what cannot be a web address, for
 * example javascript: or mailto:.
 */
export function completeLink(name: LinkName, given: string): string | null {
  const text = given.trim()
  if (text.length > maxLinkLength) return null
  if (/^https?:\/\//i.test(text)) return webAddress(text)
  const site = profileAddress[name]
  const isDottedName = dottedNames.includes(name) && dottedName.test(text) && !siteEnding.test(text)
  const isUserName = userName.test(text) && (text.startsWith('@') || !text.includes('.') || isDottedName)
  if (site !== undefined && isUserName) return `${site}${text.replace(/^@/, '')}`
  return bareAddress.test(text) ? webAddress(`https://${text}`) : null
}

/** What is wrong with a link, as a sentence; null when it is empty or can be completed. */
export function linkProblem(name: LinkName, given: string): string | null {
  if (given.trim() === '' || completeLink(name, given) !== null) return null
  return profileAddress[name] === undefined
    ? 'Write a web address, such as https://name.com.'
    : 'Write a web address, such as https://name.com, or a user name, such as @name.'
}

const linksForm = 'Give links by their names, such as {"website": "https://example.com"}.'

/** Links of a form: a JSON object of texts. They are completed; empty ones and unknown names are dropped. */
export const Links = v.pipe(
  v.optional(v.string(), '{}'),
  v.rawTransform(({ dataset, addIssue, NEVER }): ProfileLinks => {
    const given = readObject(dataset.value)
    if (given === null) {
      addIssue({ message: linksForm })
      return NEVER
    }
    const links: ProfileLinks = {}
    for (const [name, label] of linkLabels) {
      const text = given[name] ?? ''
      if (typeof text !== 'string') {
        addIssue({ message: linksForm })
        return NEVER
      }
      const problem = linkProblem(name, text)
      if (problem !== null) {
        addIssue({ message: `${label}: ${problem}` })
        return NEVER
      }
      const link = text.trim() === '' ? null : completeLink(name, text)
      if (link !== null) links[name] = link
    }
    return links
  }),
)

function readObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text === '' ? '{}' : text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}
