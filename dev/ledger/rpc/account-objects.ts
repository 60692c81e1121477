import { findAccountId } from '#dev/ledger/codec/address.ts'
import type { JsonObject } from '#dev/ledger/codec/json.ts'
import { findAccount } from '#dev/ledger/entries/account-roots.ts'
import { directoryPages } from '#dev/ledger/entries/directories.ts'
import { directoryPage, firstPageKey, lastPageKey, ownerDirectory } from '#dev/ledger/entries/keylets.ts'
import type { ReadView } from '#dev/ledger/views/read-view.ts'
import { tokenPages } from './account-nfts.ts'
import { entryJson } from './entry-json.ts'
import { chooseLedger } from './ledger-selection.ts'
import { limitParameter } from './parameters.ts'
import type { Handler } from './rpc-context.ts'
import { expectedField, invalidField, missingField, rpcError } from './rpc-error.ts'

// Source: xrpl.org "account_objects". Token pages come first; the marker is "directory,entry".

const STANDARD_LIMIT = 200

/** Names of the kinds an account can own; null marks kinds of the server that this ledger never makes. */
const TYPES: Record<string, string | null> = {
  amm: null,
  bridge: null,
  check: null,
  credential: null,
  delegate: null,
  deposit_preauth: 'DepositPreauth',
  did: null,
  escrow: null,
  loan: null,
  loan_broker: null,
  mpt_issuance: null,
  mptoken: null,
  nft_offer: 'NFTokenOffer',
  nft_page: 'NFTokenPage',
  offer: null,
  oracle: 'Oracle',
  payment_channel: null,
  permissioned_domain: null,
  signer_list: 'SignerList',
  state: 'RippleState',
  ticket: 'Ticket',
  vault: null,
  xchain_owned_claim_id: null,
  xchain_owned_create_account_claim_id: null,
}
const NOT_OWNED = new Set(['account', 'amendments', 'directory', 'fee', 'hashes', 'nunl'])
/** Kinds that keep an account from being deleted. Source: xrpl.org "AccountDelete". */
const BLOCKERS = new Set(['NFTokenPage', 'RippleState'])

function wantedTypes(params: JsonObject): (type: string) => boolean {
  const { type } = params
  if (type !== undefined && typeof type !== 'string') throw expectedField('type', 'string')
  const onlyBlockers = params.deletion_blockers_only === true
  if (type === undefined) return (name) => !onlyBlockers || BLOCKERS.has(name)
  const canonical = Object.entries(TYPES).find(
    ([short, long]) => short === type || long?.toLowerCase() === type.toLowerCase(),
  )
  if (canonical === undefined || NOT_OWNED.has(type)) throw invalidField('type')
  const [, name] = canonical
  return (candidate) => candidate === name && (!onlyBlockers || BLOCKERS.has(candidate))
}

interface Start {
  directory: string
  entry: string
}

function parseMarker(marker: unknown): Start | undefined {
  if (marker === undefined) return undefined
  if (typeof marker !== 'string') throw expectedField('marker', 'string')
  const parts = /^([0-9A-Fa-f]{64}),([0-9A-Fa-f]{64})$/.exec(marker)
  const [, directory, entry] = parts ?? []
  if (directory === undefined || entry === undefined) throw invalidField('marker')
  return { directory: directory.toUpperCase(), entry: entry.toUpperCase() }
}

const ZEROS = '0'.repeat(64)

interface Collected {
  objects: JsonObject[]
  marker?: string
}

function collect(
  view: ReadView,
  account: string,
  options: { limit: number; start: Start | undefined; wanted: (type: string) => boolean },
): Collected {
  const { limit, start, wanted } = options
  const objects: JsonObject[] = []
  let entryStart = start
  const inPages = start === undefined || start.directory === ZEROS
  if (inPages && wanted('NFTokenPage')) {
    const after = start?.entry ?? firstPageKey(account)
    if (start !== undefined && (start.entry < firstPageKey(account) || start.entry > lastPageKey(account))) {
      throw invalidField('marker')
    }
    for (const { key, page } of tokenPages(view, account, after)) {
      if (objects.length === limit) {
        return { objects, marker: `${ZEROS},${String(objects.at(-1)?.index)}` }
      }
      objects.push(entryJson(key, page))
    }
    entryStart = undefined
  }
  return collectOwned(view, account, { limit, start: entryStart, wanted, objects })
}

function collectOwned(
  view: ReadView,
  account: string,
  options: {
    limit: number
    start: Start | undefined
    wanted: (type: string) => boolean
    objects: JsonObject[]
  },
): Collected {
  const { limit, start, wanted, objects } = options
  const directory = ownerDirectory(account)
  let waiting = start !== undefined
  let foundDirectory = start === undefined
  for (const { node, page } of directoryPages(view, directory)) {
    const { key } = directoryPage(directory.key, page)
    if (start !== undefined && waiting && key !== start.directory) continue
    foundDirectory = true
    for (const index of node.Indexes) {
      if (waiting && start !== undefined) {
        if (index !== start.entry) continue
        waiting = false
      }
      const entry = view.get(index)
      if (entry === undefined || !wanted(entry.LedgerEntryType)) continue
      if (objects.length === limit) return { objects, marker: `${key},${index}` }
      objects.push(entryJson(index, entry))
    }
  }
  if (!foundDirectory || waiting) throw invalidField('marker')
  return { objects }
}

export const accountObjects: Handler = ({ chain, params }) => {
  if (params.account === undefined) throw missingField('account')
  if (typeof params.account !== 'string') throw invalidField('account')
  const { account } = params
  const { view, about } = chooseLedger(chain, params)
  if (findAccountId(account) === null) throw rpcError('actMalformed', undefined, about)
  if (findAccount(view, account) === undefined) throw rpcError('actNotFound', undefined, about)
  const wanted = wantedTypes(params)
  const limit = limitParameter(params, STANDARD_LIMIT)
  const start = parseMarker(params.marker)
  const { objects, marker } = collect(view, account, { limit, start, wanted })
  return {
    account,
    account_objects: objects,
    ...about,
    ...(marker === undefined ? {} : { limit, marker }),
  }
}
