import { GENESIS_ACCOUNT } from 'local-ledger/chain/genesis.ts'
import { LedgerChain } from 'local-ledger/chain/ledger-chain.ts'
import { transactionFromFields, trustSignature } from 'local-ledger/chain/parse-transaction.ts'
import { transactionJson } from 'local-ledger/rpc/present-transaction.ts'
import type { TransactionFields } from 'local-ledger/transactions/transaction-types.ts'
import { metadataJson } from 'local-ledger/views/metadata.ts'
import { makeActors, seeded, Workload } from 'local-ledger/tests/workload.ts'
import { rippleTimeToDate } from '#contract/rules/ledger.ts'
import { asJson, type Json } from '#local/lib/rpc.ts'
import { type ReadLedger, readLedger } from '#worker/ledger/read-ledger.ts'

const genesisKey = '0330E7FC9D56BB25D6893BA3F317AE5BCF33B3291BD63DB32654A313222F7FD020'

export type GeneratedLedger = ReadLedger & { closedAt: Date }

/**
 * Creates ledgers of mixed transactions, each as the text of a server's reply. The first ledger funds the accounts;
 * `close` ends a ledger with a number of transactions.
 */
export function createLedgers(accounts: number) {
  const chain = new LedgerChain({ networkId: 0, now: () => Date.now() })
  const actors = makeActors(accounts)
  const submit = (fields: TransactionFields) => {
    const transaction = transactionFromFields({ ...fields, TxnSignature: '00'.repeat(64) })
    trustSignature(transaction.hash)
    chain.openLedger.submit(transaction, false)
  }
  for (const [index, { address }] of actors.entries()) {
    submit({
      TransactionType: 'Payment',
      Account: GENESIS_ACCOUNT,
      Destination: address,
      Amount: '1000000000000',
      Fee: '10',
      Sequence: index + 1,
      SigningPubKey: genesisKey,
    })
  }
  const closeLedger = (): { index: number; text: string } => {
    const { header, records } = chain.close()
    const reply: Json = {
      validated: true,
      ledger_hash: header.hash,
      ledger_index: header.seq,
      ledger: {
        close_time: header.closeTime,
        close_time_iso: rippleTimeToDate(header.closeTime).toISOString().replace('.000', ''),
        transactions: records.map(({ transaction, metadata }) => ({
          hash: transaction.hash,
          tx_json: transactionJson(transaction, 2),
          meta: metadataJson(metadata),
        })),
      },
    }
    return { index: header.seq, text: JSON.stringify(reply) }
  }
  const first = closeLedger()
  const workload = new Workload(chain, actors, seeded(11))
  const close = (transactions: number) => {
    for (let count = 0; count < transactions; count += 1) submit(workload.next())
    return closeLedger()
  }
  return { marketplace: actors[0]?.address ?? '', first, close }
}

export function readReply(text: string, index: number): GeneratedLedger {
  const ledger = readLedger(asJson(JSON.parse(text)), index)
  if (ledger === null || ledger.closedAt === null) throw new Error(`Ledger ${index} is unreadable.`)
  return { ...ledger, closedAt: ledger.closedAt }
}
