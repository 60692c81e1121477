import { findAccountId } from '#ledger/codec/address.ts'
import type { JsonObject } from '#ledger/codec/json.ts'
import { findAccount } from '#ledger/entries/account-roots.ts'
import { directoryPages } from '#ledger/entries/directories.ts'
import { directoryPage, firstPageKey, ownerDirectory } from '#ledger/entries/keylets.ts'
import type { ReadView } from '#ledger/views/read-view.ts'
import { tokenPages } from './account-nfts.ts'
import { entryJson } from './entry-json.ts'
import { blocksDeletion, canBeOwned, findEntryType } from './entry-type-names.ts'
import { chooseLedger } from './ledger-selection.ts'
import { limitParameter } from './parameters.ts'
import type { Handler } from './rpc-context.ts'
import { expectedField, invalidField, missingField, rpcError } from './rpc-error.ts'

// Answers the method `account_objects`. Token pages come first; the marker is "directory,entry". Source: xrpl.org
// "account_objects".

const STANDARD_LIMIT = 200

function wantedTypes(params: JsonObject): Wanted {
  const { type } = params
  const onlyBlockers = params.deletion_blockers_only === true
  if (type === undefined) return (name) => !onlyBlockers || blocksDeletion(name)
  if (typeof type !== 'string') throw expectedField('type', 'string')
  const entryType = findEntryType(type)
  if (entryType === undefined || !canBeOwned(entryType)) throw invalidField('type')
  return (name) => name === entryType && (!onlyBlockers || blocksDeletion(name))
}

interface Marker {
  directory: string
  entry: string
}

const ZEROS = '0'.repeat(64)

function parseMarker(marker: unknown): Marker {
  if (marker === undefined) return { directory: ZEROS, entry: ZEROS }
  if (typeof marker !== 'string') throw expectedField('marker', 'string')
  const parts = /^([0-9A-Fa-f]{64}|0),([0-9A-Fa-f]{64}|0)$/.exec(marker)
  const [, directory, entry] = parts ?? []
  if (directory === undefined || entry === undefined) throw invalidField('marker')
  const isFull = (hash: string) => (hash === '0' ? ZEROS : hash.toUpperCase())
  return { directory: isFull(directory), entry: isFull(entry) }
}

type Wanted = (type: string) => boolean
interface Collected {
  objects: JsonObject[]
  marker?: string
}

/** Collects token pages, starting after the marker. */
function collectPages(view: ReadView, account: string, limit: number, from: string): Collected {
  const objects: JsonObject[] = []
  for (const { key, page } of tokenPages(view, account, from === ZEROS ? undefined : from)) {
    objects.push(entryJson(key, page))
    if (objects.length === limit && page.NextPageMin !== undefined) return { objects, marker: `0,${key}` }
  }
  return { objects }
}

/**
 * Collects entries of the owner directory. Every entry that is read counts towards the limit, including entries of
 * other types.
 * @param limit what remains of the limit after the token pages.
 */
function collectOwned(
  view: ReadView,
  account: string,
  options: { limit: number; wantedTypes: Wanted; from: Marker; afterPages: boolean },
): Collected {
  const { limit, wantedTypes, from, afterPages } = options
  const root = ownerDirectory(account)
  const objects: JsonObject[] = []
  let hasStarted = from.directory === ZEROS
  let count = 0
  for (const { node, page } of directoryPages(view, root)) {
    const { key } = directoryPage(root.key, page)
    if (!hasStarted && key !== from.directory) continue
    const start = hasStarted ? 0 : node.Indexes.indexOf(from.entry)
    if (start < 0) throw invalidField('marker')
    hasStarted = true
    for (const index of node.Indexes.slice(start)) {
      if (count === limit && (count > 0 || afterPages)) return { objects, marker: `${key},${index}` }
      const entry = view.get(index)
      if (entry !== undefined && wantedTypes(entry.LedgerEntryType)) objects.push(entryJson(index, entry))
      count += 1
    }
  }
  if (!hasStarted) throw invalidField('marker')
  return { objects }
}

function collect(view: ReadView, account: string, limit: number, isWanted: Wanted, from: Marker): Collected {
  const foreign = from.entry !== ZEROS && from.entry.slice(0, 40) !== firstPageKey(account).slice(0, 40)
  const inPages = isWanted('NFTokenPage') && from.directory === ZEROS && !foreign
  const pages: Collected = inPages ? collectPages(view, account, limit, from.entry) : { objects: [] }
  if (pages.marker !== undefined) return pages
  const rest = limit - pages.objects.length
  const ownedEntries = collectOwned(view, account, {
    limit: rest,
    wantedTypes: isWanted,
    from,
    afterPages: rest < limit,
  })
  return { ...ownedEntries, objects: [...pages.objects, ...ownedEntries.objects] }
}

export const accountObjects: Handler = ({ chain, params }) => {
  if (params.account === undefined) throw missingField('account')
  if (typeof params.account !== 'string') throw invalidField('account')
  const { account } = params
  const { view, about } = chooseLedger(chain, params)
  if (findAccountId(account) === null) throw rpcError('actMalformed', undefined, about)
  if (findAccount(view, account) === undefined) throw rpcError('actNotFound')
  const isWanted = wantedTypes(params)
  const limit = limitParameter(params, STANDARD_LIMIT)
  const { objects, marker } = collect(view, account, limit, isWanted, parseMarker(params.marker))
  return {
    account,
    account_objects: objects,
    ...about,
    ...(marker === undefined ? {} : { limit, marker }),
  }
}
