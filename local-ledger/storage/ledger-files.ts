import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { BodyStore, LedgerIndexEntry } from '#ledger/chain/history.ts'
import type { ClosedLedger, LedgerChain, SavedChain } from '#ledger/chain/ledger-chain.ts'
import type { Entry } from '#ledger/entries/entry-types.ts'
import { hashesKeylet } from '#ledger/entries/keylets.ts'

import { FileBodies, type Place } from './file-bodies.ts'

// The ledger on disk, written as each ledger closes, so that a killed process loses at most the open ledger:
//   bodies.jsonl   one line per ledger with transactions: the transactions with their metadata
//   index.jsonl    one line per ledger: header, hashes, accounts, and the position of its body
//   state.json     a snapshot of all entries, replaced periodically
//   changes.jsonl  what changed in each ledger since the snapshot
//   clock.json     how far ledger time is ahead of the clock
// A line truncated by a kill is dropped, and all files are truncated to the same ledger.

const SNAPSHOT_BYTES = 16 * 1024 * 1024

interface IndexLine extends LedgerIndexEntry {
  body?: Place
}

interface Snapshot {
  seq: number
  entries: [string, Entry][]
}

interface ChangeLine {
  seq: number
  changes: [string, Entry | null][]
}

export interface LedgerFiles {
  bodies: BodyStore
  saved: SavedChain | undefined
  follow(chain: LedgerChain): void
  saveClock(offset: number): void
  erase(): void
  close(): void
}

/** Reads and parses the complete lines of a file. Removes a truncated last line. */
function readLines<T>(path: string, visit: (line: T) => boolean): void {
  if (!existsSync(path)) return
  const bytes = readFileSync(path)
  let from = 0
  for (;;) {
    const end = bytes.indexOf(10, from)
    if (end < 0) break
    let line: T
    try {
      line = JSON.parse(bytes.toString('utf8', from, end))
    } catch {
      break
    }
    if (!visit(line)) break
    from = end + 1
  }
  if (from < bytes.length) truncateSync(path, from)
}

/** Loads the ledger files of a folder and returns the functions that append to them. */
export function openFiles(dir: string): LedgerFiles {
  mkdirSync(dir, { recursive: true })
  const pathTo = (name: string) => join(dir, name)
  const loadedFiles = load(pathTo)
  const bodies = new FileBodies(pathTo('bodies.jsonl'), loadedFiles.bodiesEnd)
  for (const { header, body } of loadedFiles.ledgers)
    if (body !== undefined) bodies.places.set(header.seq, body)
  let changesBytes = loadedFiles.changesBytes

  const writeSnapshot = (chain: LedgerChain) => {
    const snapshot: Snapshot = { seq: chain.closedHeader.seq, entries: [...chain.state.entries] }
    writeFileSync(pathTo('state.json.new'), JSON.stringify(snapshot))
    renameSync(pathTo('state.json.new'), pathTo('state.json'))
    writeFileSync(pathTo('changes.jsonl'), '')
    changesBytes = 0
  }

  const writeIndex = (entry: LedgerIndexEntry) => {
    const body = bodies.places.get(entry.header.seq)
    const line: IndexLine = body === undefined ? entry : { ...entry, body }
    appendFileSync(pathTo('index.jsonl'), `${JSON.stringify(line)}\n`)
  }

  const onClosed = (chain: LedgerChain, ledger: ClosedLedger) => {
    writeIndex(ledger.index)
    // The list of ledger hashes changes in every ledger and can be derived from the index.
    const changes = [...ledger.changes].filter(([key]) => key !== hashesKeylet.key)
    const line = `${JSON.stringify({ seq: ledger.header.seq, changes })}\n`
    appendFileSync(pathTo('changes.jsonl'), line)
    changesBytes += line.length
    if (changesBytes > SNAPSHOT_BYTES) writeSnapshot(chain)
  }

  return {
    bodies,
    saved: loadedFiles.saved,
    follow(chain) {
      if (loadedFiles.saved === undefined) {
        for (let seq = chain.history.first; seq <= chain.history.last; seq += 1) {
          const header = chain.history.header(seq)
          if (header !== undefined) writeIndex({ header, transactions: [] })
        }
        writeSnapshot(chain)
      }
      chain.closedListeners.add((ledger) => onClosed(chain, ledger))
    },
    saveClock: (offset) => writeFileSync(pathTo('clock.json'), JSON.stringify({ offset })),
    erase() {
      bodies.close()
      for (const name of ['bodies.jsonl', 'index.jsonl', 'state.json', 'changes.jsonl', 'clock.json']) {
        rmSync(pathTo(name), { force: true })
      }
    },
    close: () => bodies.close(),
  }
}

interface Loaded {
  saved: SavedChain | undefined
  ledgers: IndexLine[]
  bodiesEnd: number
  changesBytes: number
}

function load(path: (name: string) => string): Loaded {
  const emptyFiles: Loaded = { saved: undefined, ledgers: [], bodiesEnd: 0, changesBytes: 0 }
  if (!existsSync(path('state.json'))) {
    for (const name of ['bodies.jsonl', 'index.jsonl', 'changes.jsonl']) rmSync(path(name), { force: true })
    return emptyFiles
  }
  const snapshot: Snapshot = JSON.parse(readFileSync(path('state.json'), 'utf8'))
  const entries = new Map(snapshot.entries)
  const indexLines: IndexLine[] = []
  readLines<IndexLine>(path('index.jsonl'), (line) => indexLines.push(line) > 0)
  const lastIndexed = indexLines.at(-1)?.header.seq ?? 0
  let { seq } = snapshot
  readLines<ChangeLine>(path('changes.jsonl'), (line) => {
    if (line.seq > lastIndexed) return false
    if (line.seq <= seq) return true
    for (const [key, entry] of line.changes) {
      if (entry === null) entries.delete(key)
      else entries.set(key, entry)
    }
    seq = line.seq
    return true
  })
  // The index is written first, so it may have one ledger more than the state.
  readLines<IndexLine>(path('index.jsonl'), (line) => line.header.seq <= seq)
  const ledgers = indexLines.filter(({ header }) => header.seq <= seq)
  const last = ledgers.at(-1)
  if (last === undefined) return emptyFiles
  entries.set(hashesKeylet.key, {
    LedgerEntryType: 'LedgerHashes',
    Flags: 0,
    Hashes: ledgers.slice(-257, -1).map(({ header }) => header.hash),
    LastLedgerSequence: seq - 1,
  })
  const bodiesEnd = ledgers.reduce((end, { body }) => (body === undefined ? end : body.at + body.length), 0)
  if (existsSync(path('bodies.jsonl'))) truncateSync(path('bodies.jsonl'), bodiesEnd)
  const clockOffset = existsSync(path('clock.json'))
    ? JSON.parse(readFileSync(path('clock.json'), 'utf8')).offset
    : 0
  const chainState: SavedChain = { header: last.header, entries, ledgers, clockOffset }
  return { saved: chainState, ledgers, bodiesEnd, changesBytes: 0 }
}
