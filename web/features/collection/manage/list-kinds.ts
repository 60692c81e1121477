import { type DroppedLine, readBlacklist, readWhitelist } from '#contract/rules/access-lists.ts'
import type { PrivateCollection } from '#contract/schemas/collections.ts'
import { t } from '#web/messages.ts'
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
  /** Describes the effect of the saved list in one line. */
  holds: (collection: PrivateCollection) => string
  present: (collection: PrivateCollection) => ListDraft
  read: (
    text: string,
    isAddress: (address: string) => boolean,
  ) => { entries: unknown[]; dropped: DroppedLine[] }
  save: (entries: Sent) => Promise<{ data?: unknown; dropped?: DroppedLine[] }>
}

const listAddresses = (count: number) =>
  count === 1 ? t('1 listed address') : t('{count, number} listed addresses', { count })

/**
 * Creates a draft from the saved list. A non-empty list that is off was switched off by the issuer; for an empty list
 * the issuer has not decided yet.
 */
const draftOf = (lines: string[], isEnabled: boolean): ListDraft => ({
  text: lines.join('\n'),
  enabled: isEnabled,
  decided: isEnabled || lines.length > 0,
})

export const listKinds: Record<ListKind, KindOfList> = {
  whitelist: {
    title: t('Whitelist'),
    explains: t('Only these addresses can buy from you, each up to its purchase limit.'),
    format: 'One line each, as address:number; 0 is no limit.',
    placeholder: 'rExampleAddress:2',
    enabled: t('Only listed addresses can buy from me'),
    holds: ({ whitelist, whitelistEnabled }) => {
      const count = Object.keys(whitelist).length
      if (!whitelistEnabled) return t('Not active: every address can buy from you.')
      if (count === 0) return t('Active but empty: nobody can buy from you.')
      return t('Active: only {addresses} can buy from you.', { addresses: listAddresses(count) })
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
    title: t('Blacklist'),
    explains: t('These addresses cannot buy from you.'),
    format: t('One address per line.'),
    placeholder: 'rExampleAddress',
    enabled: t('Listed addresses cannot buy from me'),
    holds: ({ blackList, blacklistEnabled }) =>
      blacklistEnabled && blackList.length > 0
        ? t('Active: {addresses} cannot buy from you.', { addresses: listAddresses(blackList.length) })
        : t('Not active: no address is blocked from buying.'),
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
