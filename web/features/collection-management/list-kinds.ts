import {
  type DroppedLine,
  readBlacklist,
  readWhitelist,
  writeWhitelist,
} from '#worker/contract/access-lists.ts'
import type { PrivateCollection } from '#worker/contract/collections.ts'
import { call } from '#web/api/call.ts'

export type ListKind = 'whitelist' | 'blacklist'

interface Sent {
  session: { account: string; userToken: string | null }
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
  present: (collection: PrivateCollection) => { text: string; enabled: boolean }
  read: (
    text: string,
    isAddress: (address: string) => boolean,
  ) => { entries: unknown[]; dropped: DroppedLine[] }
  save: (sent: Sent) => Promise<{ data?: unknown; dropped?: DroppedLine[] }>
}

export const listKinds: Record<ListKind, KindOfList> = {
  whitelist: {
    title: 'Whitelist',
    explains: 'Only these addresses can buy from you, each up to its number of purchases.',
    format: 'One line each, as address:number; 0 is no limit.',
    placeholder: 'rExampleAddress:2',
    enabled: 'Only listed addresses can buy from me',
    present: ({ whitelist, whitelistEnabled }) => ({
      text: writeWhitelist(Object.entries(whitelist).map(([account, most]) => ({ account, most }))),
      enabled: whitelistEnabled,
    }),
    read: readWhitelist,
    save: ({ session, collectionID, text, enabled }) =>
      call('setWhitelist', {
        body: { ...session, collectionID, whitelist: text, whitelistEnabled: enabled },
      }),
  },
  blacklist: {
    title: 'Blacklist',
    explains: 'These addresses cannot buy from you.',
    format: 'One address a line.',
    placeholder: 'rExampleAddress',
    enabled: 'Listed addresses cannot buy from me',
    present: ({ blackList, blacklistEnabled }) => ({ text: blackList.join('\n'), enabled: blacklistEnabled }),
    read: readBlacklist,
    save: ({ session, collectionID, text, enabled }) =>
      call('setBlacklist', {
        body: { ...session, collectionID, blackList: text, blacklistEnabled: enabled },
      }),
  },
}

/** Lines of a file: tables separated by commas, semicolons or tabs become `address:number`. */
export const importedLines = (text: string): string =>
  text
    .replaceAll('"', '')
    .replace(/[ \t]*[,;\t][ \t]*(?=\S)/g, ':')
    .replace(/[,;]+$/gm, '')
    .trim()
