import { asJson, type Json, numberOf, callRpc } from '#local/lib/rpc.ts'
import { tfFullyCanonicalSig } from '#contract/rules/ledger.ts'

/** Transactions on networks with an id up to this one do not have a NetworkID. */
const lastIdWithoutField = 1024

const countOf = (value: unknown) => (Array.isArray(value) ? value.length : 0)

/** Returns the cost as a multiple of a plain transaction's. Source: XLS-56, "Fees". */
function costUnits(txjson: Json): bigint {
  if (txjson['TransactionType'] !== 'Batch') return 1n
  return BigInt(2 + countOf(txjson['RawTransactions']) + countOf(txjson['BatchSigners']))
}

async function feeDrops(ledgerUrl: string): Promise<bigint> {
  const drops = asJson((await callRpc(ledgerUrl, 'fee'))['drops'])
  const open = BigInt(typeof drops['open_ledger_fee'] === 'string' ? drops['open_ledger_fee'] : '10')
  return open < 12n ? 12n : open
}

/**
 * Fills in the fields that the wallet app adds: account, fee, sequence, last ledger (10 ahead), network. Leaves
 * existing fields unchanged.
 */
export async function fillInTransaction(txjson: Json, account: string, ledgerUrl: string): Promise<Json> {
  const info = await callRpc(ledgerUrl, 'account_info', { account, ledger_index: 'current' })
  const server = asJson((await callRpc(ledgerUrl, 'server_info'))['info'])
  const ticket = txjson['TicketSequence'] !== undefined
  const networkId = server['network_id']
  const isBatch = txjson['TransactionType'] === 'Batch'
  const flags = typeof txjson['Flags'] === 'number' ? txjson['Flags'] : 0
  const current = numberOf(info['ledger_current_index'], 'ledger_current_index')
  return {
    ...txjson,
    Account: account,
    // Set on every transaction except a Batch, whose other signers cover all flags. A bitwise OR would result in a negative
    // number.
    Flags: isBatch || flags >= tfFullyCanonicalSig ? flags : flags + tfFullyCanonicalSig,
    Fee: txjson['Fee'] ?? ((await feeDrops(ledgerUrl)) * costUnits(txjson)).toString(),
    Sequence: ticket ? 0 : (txjson['Sequence'] ?? asJson(info['account_data'])['Sequence']),
    LastLedgerSequence: txjson['LastLedgerSequence'] ?? current + 10,
    ...(typeof networkId === 'number' && networkId > lastIdWithoutField ? { NetworkID: networkId } : {}),
  }
}
