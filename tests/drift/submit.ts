import { createHash } from 'node:crypto'
import { encode, encodeForSigning } from 'ripple-binary-codec'
import { decodeAccountID, type Wallet } from 'xrpl'
import { sign } from 'local-ledger/codec/key-pairs.ts'
import { asJson, type Json, callRpc } from '#local/lib/rpc.ts'
import { tfInnerBatchTxn } from '#contract/rules/ledger.ts'
import type { Inner, Placed } from './drawn.ts'

// Signs by the published rules, without the code under test. Source: xrpl.org "Transaction Common Fields"; XLS-56
// (Batch).

const baseFee = 10

const accountId = (address: string) => Buffer.from(decodeAccountID(address)).toString('hex').toUpperCase()
const uint32 = (value: number) => (value >>> 0).toString(16).toUpperCase().padStart(8, '0')
const half = (hex: string) => createHash('sha512').update(hex, 'hex').digest('hex').slice(0, 64).toUpperCase()

/** Returns the index of the offer that a transaction creates. */
export const offerIndex = ({ account, sequence }: Placed) =>
  half(`0071${accountId(account)}${uint32(sequence)}`)

async function nextSequence(url: string, account: string): Promise<number> {
  const info = await callRpc(url, 'account_info', { account, ledger_index: 'current' })
  return Number(asJson(info['account_data'])['Sequence'])
}

/** Assigns sequence numbers to the inner transactions, starting after the outer one. */
async function place(url: string, outer: Placed, inner: Inner[]): Promise<Json[]> {
  const next = new Map([[outer.account, outer.sequence + 1]])
  const placed: Placed[] = []
  const raw: Json[] = []
  for (const [by, draft] of inner) {
    const fields = typeof draft === 'function' ? draft(placed) : draft
    const account = String(fields['Account'] ?? by.classicAddress)
    const sequence = next.get(account) ?? (await nextSequence(url, account))
    next.set(account, sequence + 1)
    placed.push({ account, sequence })
    const Flags = (Number(fields['Flags'] ?? 0) | tfInnerBatchTxn) >>> 0
    raw.push({ ...fields, Account: account, Sequence: sequence, Fee: '0', SigningPubKey: '', Flags })
  }
  return raw
}

/** Returns the signatures of all inner accounts except the outer one, sorted by account id. */
function batchSigners(outer: Placed, flags: number, raw: Json[], inner: Inner[]): Json[] {
  const hashes = raw.map((fields) => half(`54584E00${encode(fields)}`)).join('')
  const head = `42434800${accountId(outer.account)}${uint32(outer.sequence)}${uint32(flags)}${uint32(raw.length)}`
  const signers = new Map(inner.map(([by]) => [accountId(by.classicAddress), by]))
  signers.delete(accountId(outer.account))
  return [...signers]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, { classicAddress, publicKey, privateKey }]) => ({
      BatchSigner: {
        Account: classicAddress,
        SigningPubKey: publicKey,
        TxnSignature: sign(head + hashes + id, privateKey),
      },
    }))
}

/** Signs and submits. Accepts any result, because the ledger decides. */
export async function submit(
  url: string,
  wallet: Wallet,
  fields: Json,
  inner: Inner[] = [],
): Promise<string> {
  const account = String(fields['Account'] ?? wallet.classicAddress)
  const outer = { account, sequence: await nextSequence(url, account) }
  const tx = { ...fields, Account: account, Sequence: outer.sequence, SigningPubKey: wallet.publicKey }
  let unsigned: Json = { ...tx, Fee: String(baseFee) }
  if (inner.length > 0) {
    const raw = await place(url, outer, inner)
    const signers = batchSigners(outer, Number(fields['Flags']), raw, inner)
    unsigned = {
      ...tx,
      Fee: String(baseFee * (2 + raw.length + signers.length)),
      RawTransactions: raw.map((RawTransaction) => ({ RawTransaction })),
      ...(signers.length === 0 ? {} : { BatchSigners: signers }),
    }
  }
  const tx_blob = encode({ ...unsigned, TxnSignature: sign(encodeForSigning(unsigned), wallet.privateKey) })
  return String((await callRpc(url, 'submit', { tx_blob }))['engine_result'])
}
