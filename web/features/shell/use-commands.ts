import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { locale, m } from '#web/messages.ts'
import { useHasOwnerPowers } from '#web/api/use-settings.ts'
import { accountNftsQuery } from '#web/kit/accounts/queries.ts'
import { setCurrency, useCurrencies } from '#web/kit/amounts/fiat.ts'
import { currencyTitle } from '#web/kit/amounts/fiat-names.ts'
import { useRecentSearches } from '#web/kit/recent-searches.ts'
import { openTray } from '#web/wallet/requests/request-store.ts'
import { openConnect } from '#web/wallet/session/connect-prompt.ts'
import { disconnect, useAccount } from '#web/wallet/session/session.ts'
import { offeredLanguages, setLanguage } from './language.ts'
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

const publicPages = [
  ['/', m.shell_footer_home],
  ['/collections_explorer', m.shell_footer_explore],
  ['/create', m.shell_avatar_menu_create],
  ['/art_society', m.shell_footer_art_society],
  ['/cart', m.shell_broker_fee_dialog_cart],
  ['/watchlist', m.shell_avatar_menu_watchlist],
  ['/swap', m.shell_avatar_menu_swaps],
  ['/help', m.common_help],
] as const

const ownPages = [
  ['/account/$account/profile/nfts', m.shell_avatar_menu_my_nfts],
  ['/account/$account/profile/offers', m.shell_use_commands_my_offers],
  ['/account/$account/profile/history', m.shell_use_commands_my_history],
  ['/account/$account/profile/portfolio', m.shell_use_commands_my_portfolio],
  ['/account/$account/edit', m.shell_avatar_menu_edit_profile],
] as const

function usePages(account: string | null): Command[] {
  const navigate = useNavigate()
  const isOwner = useHasOwnerPowers(account)
  const page = (
    to: (typeof publicPages)[number][0] | '/admin' | '/notifications' | '/webhooks' | '/keys',
    title: string,
  ): Command => ({
    id: to,
    title,
    run: () => void navigate({ to }),
  })
  const own =
    account === null
      ? [{ id: 'connect', title: m.common_connect_wallet, run: () => openConnect() }]
      : [
          ...ownPages.map(([to, title]) => ({
            id: to,
            title,
            run: () => void navigate({ to, params: { account } }),
          })),
          page('/notifications', m.shell_main_menu_notifications),
          page('/webhooks', m.shell_use_commands_webhooks),
          page('/keys', m.shell_use_commands_api_keys),
          { id: 'requests', title: m.shell_avatar_menu_requests, run: openTray },
          ...(isOwner ? [page('/admin', m.shell_avatar_menu_operations)] : []),
          { id: 'disconnect', title: m.shell_avatar_menu_disconnect, run: disconnect },
        ]
  return [...publicPages.map(([to, title]) => page(to, title)), ...own]
}

/** The first page of the account's works, as its own page has them. */
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
  const other = theme === 'dark' ? 'light' : 'dark'
  return [
    { id: 'theme', title: m.shell_use_commands_switch_to_the_theme({ other }), run: () => setTheme(other) },
    ...offered
      .filter((code) => code !== currency)
      .map((code) => ({
        id: code,
        title: m.shell_use_commands_show_amounts_in({ currency: currencyTitle(code) }),
        note: m.common_currency,
        run: () => setCurrency(code),
      })),
    ...offeredLanguages
      .filter(([language]) => language !== locale)
      .map(([language, name]) => ({
        id: `language ${language}`,
        title: name,
        note: m.shell_language_links_language,
        run: () => setLanguage(language),
      })),
  ]
}

const maxOfGroup = 8

/** Whether each word of the query is in the text. */
function matches(text: string, query: string): boolean {
  const lower = text.toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word))
}

/** The commands that match a text, in groups; a search for the text comes last. */
export function useCommands(query: string): CommandGroup[] {
  const navigate = useNavigate()
  const account = useAccount()
  const search = (text: string): Command => ({
    id: `search ${text}`,
    title: text,
    note: m.common_search,
    run: () => void navigate({ to: '/search/$searchQuery', params: { searchQuery: text } }),
  })
  const groups: CommandGroup[] = [
    { title: m.shell_use_commands_pages, items: usePages(account) },
    { title: m.shell_use_commands_your_works, items: useOwnWorks(account) },
    { title: m.shell_use_commands_recent_searches, items: useRecentSearches().map(search) },
    { title: m.shell_use_commands_display, items: useDisplay() },
  ]
  const text = query.trim()
  const found = groups.map(({ title, items }) => ({
    title,
    items: items
      .filter((item) => matches(`${item.title} ${item.note ?? ''}`, text))
      .slice(0, title === m.shell_use_commands_your_works ? maxOfGroup : items.length),
  }))
  const asked =
    text === '' ? [] : [{ ...search(text), id: 'search', title: m.shell_use_commands_search_for({ text }) }]
  return [...found, { title: m.common_search, items: asked }].filter(({ items }) => items.length > 0)
}
