import type { DuePush } from '#db/queries/notification/push.ts'
import { shortenAddress } from '#contract/rules/accounts.ts'
import { amountInWords } from '#contract/words/amount-words.ts'
import { notificationPath, notificationWords } from '#contract/words/notifications.ts'
import { t } from '#contract/words/sentence.ts'
import type { People } from '#contract/schemas/people.ts'
import type { ListedToken } from '#contract/schemas/tokens.ts'
import { fallbackName } from '#contract/rules/unrevealed.ts'

/** The message that the service worker shows (web/public/sw.js). */
export interface PushPayload {
  /** Keys of the notifications. The service worker shows each notification once. */
  keys: string[]
  title: string
  text: string
  path: string
}

/** Maximum length of a title: names can be long, and a message has about 4,000 bytes. */
const maxTitle = 120
const maxText = 300
/** Maximum number of names; further ones are only counted. */
const maxNamed = 3
const maxKeys = 60

const shortenText = (text: string, most: number) =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text

/** Names and currencies that appear in a message. */
interface Telling {
  people: People
  tokens: readonly ListedToken[]
}

function wordsOf(push: DuePush, { people, tokens }: Telling) {
  const {
    kind,
    nftId,
    name,
    sequence,
    collectionName,
    other: otherAccount,
    amount,
    previousAmount,
    endsAt,
    more: moreCount,
  } = push
  const work = nftId === null ? collectionName : (name ?? (sequence === null ? null : fallbackName(sequence)))
  const party = otherAccount === null ? null : (people[otherAccount]?.name ?? shortenAddress(otherAccount))
  const facts = {
    kind,
    name: work,
    other: party,
    amount,
    previousAmount,
    endsAt: endsAt?.toISOString() ?? null,
    more: moreCount,
  }
  return notificationWords(facts, {
    amountOf: (shownAmount) => amountInWords(shownAmount, tokens),
    // The time zone of the device is not known.
    timeOf: (iso) => t('{time} UTC', { time: iso.slice(0, 16).replace('T', ' ') }),
  })
}

/** Returns the payload of one notification, or of several in one message, in the current language. */
export function pushPayload(pushes: [DuePush, ...DuePush[]], account: string, context: Telling): PushPayload {
  const keys = pushes.slice(0, maxKeys).map(({ id }) => `n${id}`)
  const [first, ...rest] = pushes
  if (rest.length === 0) {
    const { title, text } = wordsOf(first, context)
    return {
      keys,
      title: shortenText(title, maxTitle),
      text: shortenText(text, maxText),
      path: notificationPath({ ...first, nft: first.nftId }, account),
    }
  }
  const titles = pushes.slice(-maxNamed).map((push) => shortenText(wordsOf(push, context).title, maxTitle))
  return {
    keys,
    title: t('{count, plural, one {# notification} other {# notifications}}', { count: pushes.length }),
    text: titles.toReversed().join('\n'),
    path: '/notifications',
  }
}
