import { TOTAL_DROPS } from '#ledger/chain/genesis.ts'
import type { LedgerChain } from '#ledger/chain/ledger-chain.ts'
import { accountId } from '#ledger/codec/address.ts'
import { nftPageBits } from '#ledger/codec/nftoken-id.ts'
import { directoryKeys } from '#ledger/entries/directories.ts'
import { hasFlag, lineFlag } from '#ledger/entries/entry-flags.ts'
import type { AccountRoot, Entry, NFTokenPage } from '#ledger/entries/entry-types.ts'
import { buyOfferDirectory, ownerDirectory, sellOfferDirectory } from '#ledger/entries/keylets.ts'
import { isSell } from '#ledger/entries/nftoken-offers.ts'
import { compareTokenIds } from '#ledger/entries/nftoken-pages.ts'
import { oracleReserve } from '#ledger/transactions/oracle-set.ts'
import type { ReadView } from '#ledger/views/read-view.ts'

// Checks invariants of every closed ledger. Each function returns one sentence per violation.

type Entries = [string, Entry][]

function checkDrops(chain: LedgerChain, entries: Entries): string[] {
  let totalDrops = 0n
  for (const [, entry] of entries)
    if (entry.LedgerEntryType === 'AccountRoot') totalDrops += BigInt(entry.Balance)
  let fees = 0n
  for (let seq = chain.history.first; seq <= chain.closedHeader.seq; seq += 1) {
    for (const { transaction } of chain.history.transactions(seq)) fees += BigInt(transaction.fields.Fee)
  }
  const problems: string[] = []
  if (totalDrops !== BigInt(chain.closedHeader.totalDrops))
    problems.push(`accounts hold ${totalDrops}, the header says ${chain.closedHeader.totalDrops}`)
  if (totalDrops + fees !== BigInt(TOTAL_DROPS))
    problems.push(`${totalDrops} held and ${fees} burnt are not all drops`)
  return problems
}

function checkPage(key: string, page: NFTokenPage, view: ReadView): string[] {
  const problems: string[] = []
  const ids = page.NFTokens.map(({ NFToken }) => NFToken.NFTokenID)
  if (ids.length === 0 || ids.length > 32) problems.push(`page ${key} has ${ids.length} tokens`)
  if (ids.some((id, index) => index > 0 && compareTokenIds(ids[index - 1] ?? '', id) >= 0)) {
    problems.push(`page ${key} is not sorted`)
  }
  const bound = key.slice(40)
  const lower = page.PreviousPageMin?.slice(40) ?? '0'.repeat(24)
  for (const id of ids) {
    const bits = nftPageBits(id)
    if (bits >= bound || bits < lower) problems.push(`token ${id} does not belong on page ${key}`)
  }
  if (page.NextPageMin === undefined) {
    if (bound !== 'F'.repeat(24)) problems.push(`page ${key} is last, but has not the last key`)
  } else {
    const next = view.get(page.NextPageMin)
    const nextTokens = next?.LedgerEntryType === 'NFTokenPage' ? next.NFTokens.length : 0
    if (nextTokens + ids.length <= 32) problems.push(`page ${key} and the next would fit into one`)
    const back = next?.LedgerEntryType === 'NFTokenPage' ? next.PreviousPageMin : undefined
    if (back !== key || page.NextPageMin <= key) problems.push(`page ${key} is not linked to the next`)
  }
  return problems
}

function checkTokens(entries: Entries, view: ReadView): string[] {
  const problems: string[] = []
  const tokenIds = new Set<string>()
  for (const [key, entry] of entries) {
    if (entry.LedgerEntryType !== 'NFTokenPage') continue
    problems.push(...checkPage(key, entry, view))
    for (const { NFToken } of entry.NFTokens) {
      if (tokenIds.has(NFToken.NFTokenID)) problems.push(`token ${NFToken.NFTokenID} is on two pages`)
      tokenIds.add(NFToken.NFTokenID)
    }
  }
  return problems
}

function checkOffers(entries: Entries, view: ReadView): string[] {
  const problems: string[] = []
  for (const [key, entry] of entries) {
    if (entry.LedgerEntryType !== 'NFTokenOffer') continue
    const side = isSell(entry) ? sellOfferDirectory(entry.NFTokenID) : buyOfferDirectory(entry.NFTokenID)
    for (const directory of [side, ownerDirectory(entry.Owner)]) {
      if (![...directoryKeys(view, directory)].includes(key))
        problems.push(`offer ${key} is missing in a directory`)
    }
  }
  return problems
}

function checkChecks(entries: Entries, view: ReadView): string[] {
  const problems: string[] = []
  for (const [key, entry] of entries) {
    if (entry.LedgerEntryType !== 'Check') continue
    for (const account of [entry.Account, entry.Destination]) {
      if (![...directoryKeys(view, ownerDirectory(account))].includes(key))
        problems.push(`check ${key} is missing in the directory of ${account}`)
    }
  }
  return problems
}

function checkDelegates(entries: Entries, view: ReadView): string[] {
  const problems: string[] = []
  for (const [key, entry] of entries) {
    if (entry.LedgerEntryType !== 'Delegate') continue
    for (const account of [entry.Account, entry.Authorize]) {
      if (![...directoryKeys(view, ownerDirectory(account))].includes(key))
        problems.push(`delegate ${key} is missing in the directory of ${account}`)
    }
  }
  return problems
}

function checkDirectories(entries: Entries, view: ReadView): string[] {
  const problems: string[] = []
  for (const [key, entry] of entries) {
    if (entry.LedgerEntryType !== 'DirectoryNode') continue
    for (const index of entry.Indexes)
      if (view.get(index) === undefined) problems.push(`${key} lists ${index}, which is gone`)
    const ends = key === entry.RootIndex && (entry.IndexNext ?? '0') === '0'
    if (entry.Indexes.length === 0 && entry.Owner === undefined)
      problems.push(`directory ${key} is empty (${ends})`)
  }
  return problems
}

/** Returns for how many objects an entry counts in the reserve of an account. */
function countFor(address: string, key: string, entry: Entry): number {
  const isOwner = (owner: string | undefined) => Number(owner === address)
  switch (entry.LedgerEntryType) {
    case 'NFTokenPage':
      return Number(key.startsWith(accountId(address)))
    case 'NFTokenOffer':
    case 'SignerList':
      return isOwner(entry.Owner)
    case 'Ticket':
    case 'Check':
    case 'Delegate':
    case 'DepositPreauth':
      return isOwner(entry.Account)
    case 'Oracle':
      return isOwner(entry.Owner) * oracleReserve(entry.PriceDataSeries.length)
    case 'RippleState': {
      const low = hasFlag(entry, lineFlag.lowReserve) ? isOwner(entry.LowLimit.issuer) : 0
      return low + (hasFlag(entry, lineFlag.highReserve) ? isOwner(entry.HighLimit.issuer) : 0)
    }
    default:
      return 0
  }
}

/** Counts the objects in an account's reserve. */
const ownedObjects = (account: AccountRoot, entries: Entries): number =>
  entries.reduce((count, [key, entry]) => count + countFor(account.Account, key, entry), 0)

function checkOwnerCounts(entries: Entries): string[] {
  return entries.flatMap(([, entry]) => {
    if (entry.LedgerEntryType !== 'AccountRoot') return []
    const owned = ownedObjects(entry, entries)
    return owned === entry.OwnerCount
      ? []
      : [`${entry.Account} owns ${owned}, its count says ${entry.OwnerCount}`]
  })
}

/** Returns all violations in the last closed ledger. */
export function problemsOf(chain: LedgerChain): string[] {
  const entries: Entries = [...chain.state.entries]
  const view = chain.closedView()
  return [
    ...checkDrops(chain, entries),
    ...checkTokens(entries, view),
    ...checkOffers(entries, view),
    ...checkChecks(entries, view),
    ...checkDelegates(entries, view),
    ...checkDirectories(entries, view),
    ...checkOwnerCounts(entries),
  ]
}
