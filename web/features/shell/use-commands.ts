import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { locale, t } from '#web/messages.ts'
import { useHasOwnerPowers } from '#web/api/use-settings.ts'
import { accountNftsQuery } from '#web/kit/accounts/queries.ts'
import { setCurrency, useCurrencies } from '#web/kit/amounts/fiat.ts'
import { currencyTitle } from '#web/kit/amounts/fiat-names.ts'
import { useRecentSearches } from '#web/kit/recent-searches.ts'
import { openTray } from '#web/wallet/requests/request-store.ts'
import { openConnect } from '#web/wallet/session/connect-prompt.ts'
import { disconnect, useAccount } from '#web/wallet/session/session.ts'
import { offeredLanguages, setLanguage } from './language.ts'
import { sitePages } from './site-pages.ts'
import { setTheme, useTheme } from './theme.ts'

export interface Command {
  id: string
  title: string
  /** Shown at the end of the line. */
  note?: string
  run: () => void
}

export interface CommandGroup {
  title: string
  items: Command[]
}

const accountPages = [
  ['/account/$account/profile/nfts', t('My NFTs')],
  ['/account/$account/profile/offers', t('My offers')],
  ['/account/$account/profile/history', t('My history')],
  ['/account/$account/profile/portfolio', t('My portfolio')],
  ['/account/$account/edit', t('Edit profile')],
] as const

function usePages(account: string | null): Command[] {
  const navigate = useNavigate()
  const isOwner = useHasOwnerPowers(account)
  const createPageCommand = (
    to: (typeof sitePages)[number]['to'] | '/admin' | '/notifications' | '/webhooks' | '/keys',
    title: string,
  ): Command => ({
    id: to,
    title,
    run: () => void navigate({ to }),
  })
  const accountCommands =
    account === null
      ? [{ id: 'connect', title: t('Connect Wallet'), run: () => openConnect() }]
      : [
          ...accountPages.map(([to, title]) => ({
            id: to,
            title,
            run: () => void navigate({ to, params: { account } }),
          })),
          createPageCommand('/notifications', t('Notifications')),
          createPageCommand('/webhooks', t('Webhooks')),
          createPageCommand('/keys', t('API keys')),
          { id: 'requests', title: t('Requests'), run: openTray },
          ...(isOwner ? [createPageCommand('/admin', t('Operations'))] : []),
          { id: 'disconnect', title: t('Disconnect'), run: disconnect },
        ]
  return [...sitePages.map(({ to, title }) => createPageCommand(to, title)), ...accountCommands]
}

/** Returns commands for the first page of the account's works, which is cached under the same key as on the profile. */
function useOwnWorks(account: string | null): Command[] {
  const navigate = useNavigate()
  const { data } = useInfiniteQuery({ ...accountNftsQuery(account ?? ''), enabled: account !== null })
  const works = account === null ? [] : (data?.pages.flatMap(({ nfts }) => nfts) ?? [])
  return works.map(({ nftokenID, name, collectionName }) => ({
    id: nftokenID,
    title: name,
    ...(collectionName === null ? {} : { note: collectionName }),
    run: () => void navigate({ to: '/nft/$id', params: { id: nftokenID } }),
  }))
}

function useDisplay(): Command[] {
  const theme = useTheme()
  const { currency, offered } = useCurrencies()
  const otherTheme = theme === 'dark' ? 'light' : 'dark'
  return [
    {
      id: 'theme',
      title: t('{other, select, light {Switch to the light theme} other {Switch to the dark theme}}', {
        other: otherTheme,
      }),
      run: () => setTheme(otherTheme),
    },
    ...offered
      .filter((code) => code !== currency)
      .map((code) => ({
        id: code,
        title: t('Show amounts in {currency}', { currency: currencyTitle(code) }),
        note: t('Currency'),
        run: () => setCurrency(code),
      })),
    ...offeredLanguages
      .filter(([language]) => language !== locale)
      .map(([language, name]) => ({
        id: `language ${language}`,
        title: name,
        note: t('Language'),
        run: () => setLanguage(language),
      })),
  ]
}

const maxOfGroup = 8

/** Returns true if the text contains every word of the query. */
function matches(text: string, query: string): boolean {
  const lower = text.toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word))
}

/** Returns the commands that match a text, in groups. A search for the text comes last. */
export function useCommands(query: string): CommandGroup[] {
  const navigate = useNavigate()
  const account = useAccount()
  const search = (text: string): Command => ({
    id: `search ${text}`,
    title: text,
    note: t('Search'),
    run: () => void navigate({ to: '/search/$searchQuery', params: { searchQuery: text } }),
  })
  const groups: CommandGroup[] = [
    { title: t('Pages'), items: usePages(account) },
    { title: t('Your works'), items: useOwnWorks(account) },
    { title: t('Recent searches'), items: useRecentSearches().map(search) },
    { title: t('Display'), items: useDisplay() },
  ]
  const text = query.trim()
  const matchingGroups = groups.map(({ title, items }) => ({
    title,
    items: items
      .filter((item) => matches(`${item.title} ${item.note ?? ''}`, text))
      .slice(0, title === t('Your works') ? maxOfGroup : items.length),
  }))
  const question =
    text === '' ? [] : [{ ...search(text), id: 'search', title: t('Search for “{text}”', { text }) }]
  return [...matchingGroups, { title: t('Search'), items: question }].filter(({ items }) => items.length > 0)
}
