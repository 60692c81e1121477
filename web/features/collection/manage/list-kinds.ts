import { type DroppedLine, readBlacklist, readWhitelist } from '#worker/contract/access-lists.ts'
import type { PrivateCollection } from '#worker/contract/collections.ts'
import { m } from '#web/messages.ts'
import { call } from '#web/api/call.ts'
import type { ListDraft } from './list-draft.ts'

export type ListKind = 'whitelist' | 'blacklist'

interface Sent {
  collectionID: string
  text: string
  enabled: boolean
}

interface KindOfList {
  title: string
  explains: string
  format: string
  placeholder: string
  enabled: string
  /** The effect of the saved list, in one line. */
  holds: (collection: PrivateCollection) => string
  present: (collection: PrivateCollection) => ListDraft
  read: (
    text: string,
    isAddress: (address: string) => boolean,
  ) => { entries: unknown[]; dropped: DroppedLine[] }
  save: (sent: Sent) => Promise<{ data?: unknown; dropped?: DroppedLine[] }>
}

const addresses = (count: number) =>
  count === 1 ? m.collection_list_kinds_1_listed_address : m.collection_list_kinds_listed_addresses({ count })

/** A saved list that is off was switched off by its issuer. For an empty list the issuer has not decided yet. */
const draftOf = (lines: string[], enabled: boolean): ListDraft => ({
  text: lines.join('\n'),
  enabled,
  decided: enabled || lines.length > 0,
})

export const listKinds: Record<ListKind, KindOfList> = {
  whitelist: {
    title: m.collection_page_whitelist,
    explains: m.collection_list_kinds_addresses_can_buy_each,
    format: 'One line each, as address:number; 0 is no limit.',
    placeholder: 'rExampleAddress:2',
    enabled: m.collection_list_kinds_listed_addresses_can_buy,
    holds: ({ whitelist, whitelistEnabled }) => {
      const count = Object.keys(whitelist).length
      if (!whitelistEnabled) return m.collection_list_kinds_not_force_every_address
      if (count === 0) return m.collection_list_kinds_force_no_address_nobody
      return m.collection_list_kinds_force_can_buy({ addresses: addresses(count) })
    },
    present: ({ whitelist, whitelistEnabled }) =>
      draftOf(
        Object.entries(whitelist).map(([account, most]) => `${account}:${most}`),
        whitelistEnabled,
      ),
    read: readWhitelist,
    save: ({ collectionID, text, enabled }) =>
      call('setWhitelist', {
        body: { collectionID, whitelist: text, whitelistEnabled: enabled },
      }),
  },
  blacklist: {
    title: m.collection_page_blacklist,
    explains: m.collection_list_kinds_addresses_cannot_buy,
    format: m.collection_list_kinds_one_address_a_line,
    placeholder: 'rExampleAddress',
    enabled: m.collection_list_kinds_listed_addresses_cannot_buy,
    holds: ({ blackList, blacklistEnabled }) =>
      blacklistEnabled && blackList.length > 0
        ? m.collection_list_kinds_force_cannot_buy({ addresses: addresses(blackList.length) })
        : m.collection_list_kinds_not_force_no_address,
    present: ({ blackList, blacklistEnabled }) => draftOf(blackList, blacklistEnabled),
    read: readBlacklist,
    save: ({ collectionID, text, enabled }) =>
      call('setBlacklist', {
        body: { collectionID, blackList: text, blacklistEnabled: enabled },
      }),
  },
}

/** Converts the lines of a file: cells separated by commas, semicolons or tabs become `address:number`. */
export function importedLines(text: string): string {
  const lines = text.replaceAll('"', '').split('\n')
  return lines.map(importedLine).join('\n').trim()
}

/** Joins the cells with colons, without trailing empty cells. */
function importedLine(line: string): string {
  const cells = line.split(/[,;\t]/).map((cell) => cell.trim())
  return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1).join(':')
}
