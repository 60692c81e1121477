import { createRequire } from 'node:module'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type * as Keypairs from 'ripple-keypairs'
import { GENESIS_ACCOUNT } from 'local-ledger/chain/genesis.ts'
import { LedgerChain } from 'local-ledger/chain/ledger-chain.ts'
import {
  parseTransaction,
  signatureProblem,
  transactionFromFields,
  trustSignature,
} from 'local-ledger/chain/parse-transaction.ts'
import { signingData } from 'local-ledger/codec/binary.ts'
import { LedgerNode } from 'local-ledger/server/ledger-node.ts'
import type { TransactionFields } from 'local-ledger/transactions/transaction-types.ts'
import { makeActors, seeded, Workload } from 'local-ledger/tests/workload.ts'
import { nftokenFlags } from '#contract/rules/ledger.ts'

// Speed of the local ledger: npm run bench:ledger

const GENESIS_KEY = '0330E7FC9D56BB25D6893BA3F317AE5BCF33B3291BD63DB32654A313222F7FD020'
const PER_LEDGER = 200
const keypairs: typeof Keypairs = createRequire(import.meta.url)('ripple-keypairs')
const actors = makeActors(20)

/** Submits without a real signature, so that only the rest is measured. */
function submitUnsigned(chain: LedgerChain, fields: TransactionFields): void {
  const transaction = transactionFromFields({ ...fields, TxnSignature: '00'.repeat(64) })
  trustSignature(transaction.hash)
  chain.openLedger.submit(transaction, false)
}

function fund(chain: LedgerChain): void {
  for (const [index, { address }] of actors.entries()) {
    submitUnsigned(chain, {
      TransactionType: 'Payment',
      Account: GENESIS_ACCOUNT,
      Destination: address,
      Amount: '1000000000000',
      Fee: '10',
      Sequence: index + 1,
      SigningPubKey: GENESIS_KEY,
    })
  }
  chain.close()
}

const seconds = (started: number) => (performance.now() - started) / 1000

/** Processor time of this process in seconds, independent of other load. */
function processorSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000_000
}

const megabytes = () => {
  globalThis.gc?.()
  return Math.round(process.memoryUsage().heapUsed / 1024 / 1024)
}

/** Ledger time advances with each ledger, so that a recorded run can be repeated exactly. */
function makeChain(): LedgerChain {
  let ledgers = 0
  const chain = new LedgerChain({ networkId: 0, now: () => 1_760_000_000_000 + ledgers * 4000 })
  chain.closedListeners.add(() => {
    ledgers += 1
  })
  fund(chain)
  return chain
}

/** Transactions are created on one chain and measured on another one in the same state. */
function mixedRun(total: number): void {
  const [source, measured] = [makeChain(), makeChain()]
  const workload = new Workload(source, actors, seeded(7))
  const time = { decoding: 0, applying: 0 }
  const memory: string[] = []
  let succeeded = 0
  for (let count = 0; count < total; count += PER_LEDGER) {
    const blobs: string[] = []
    for (let index = 0; index < PER_LEDGER; index += 1) {
      const transaction = transactionFromFields({ ...workload.next(), TxnSignature: '00'.repeat(64) })
      source.openLedger.submit(transaction, false)
      blobs.push(transaction.blob)
    }
    source.close()
    const started = processorSeconds()
    const parsed = blobs.map(parseTransaction)
    const decoded = processorSeconds()
    for (const transaction of parsed) measured.openLedger.submit(transaction, false)
    const { records } = measured.close()
    time.decoding += decoded - started
    time.applying += processorSeconds() - decoded
    succeeded += records.filter(({ metadata }) => metadata.TransactionResult === 'tesSUCCESS').length
    if ((count + PER_LEDGER) % (total / 5) === 0) memory.push(`${count + PER_LEDGER}: ${megabytes()} MB`)
  }
  const applied = Math.round(total / time.applying)
  const withDecoding = Math.round(total / (time.applying + time.decoding))
  console.log(
    `mixed transactions, signatures checked before: ${applied} a second, ${withDecoding} with decoding`,
  )
  console.log(
    `  (tried in the open ledger, then applied in a closed one; ${Math.round((succeeded / total) * 100)} % succeed)`,
  )
  console.log(`  heap of two ledgers after ${memory.join(', ')}`)
}

function signedRun(total: number): void {
  const chain = makeChain()
  const workload = new Workload(chain, actors, seeded(8))
  let time = 0
  for (let count = 0; count < total; count += 1) {
    const fields = workload.next()
    const key = actors.find(({ publicKey }) => publicKey === fields.SigningPubKey)?.privateKey ?? ''
    const { blob } = transactionFromFields({
      ...fields,
      TxnSignature: keypairs.sign(signingData(fields), key),
    })
    const started = processorSeconds()
    const parsed = parseTransaction(blob)
    if (signatureProblem(parsed) !== null) throw new Error('a good signature was refused')
    chain.openLedger.submit(parsed, false)
    if ((count + 1) % PER_LEDGER === 0) chain.close()
    time += processorSeconds() - started
  }
  console.log(`with decoding and signature checks: ${Math.round(total / time)} a second`)
}

function startRun(tokens: number): void {
  const dir = mkdtempSync(join(tmpdir(), 'ledger-bench-'))
  try {
    const node = new LedgerNode({ networkId: 0, dir, clio: false })
    fund(node.chain)
    const [actor] = actors
    if (actor === undefined) return
    for (let index = 0; index < tokens; index += 1) {
      submitUnsigned(node.chain, {
        TransactionType: 'NFTokenMint',
        Account: actor.address,
        NFTokenTaxon: index % 7,
        Flags: nftokenFlags.transferable,
        URI: 'AB'.repeat(60),
        Fee: '10',
        Sequence: 3 + index,
        SigningPubKey: actor.publicKey,
      })
      if ((index + 1) % PER_LEDGER === 0) node.chain.close()
    }
    node.close()
    const started = performance.now()
    const restarted = new LedgerNode({ networkId: 0, dir, clio: false })
    const elapsed = seconds(started)
    console.log(
      `start with ${tokens} tokens on disk: ${elapsed.toFixed(3)} s (ledger ${restarted.chain.closedHeader.seq})`,
    )
    restarted.close()
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

mixedRun(Number(process.argv[2] ?? 100_000))
signedRun(1_000)
startRun(10_000)
