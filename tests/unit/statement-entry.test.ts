import { describe, expect, test } from 'vitest'
import type { Fields, ValidatedTransaction } from '#worker/ledger/ledger-json.ts'
import { balancesIn, statementEntry } from '#worker/ledger/statement-entry.ts'

const me = 'rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH'
const other = 'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY'

interface Root {
  account: string
  before?: string
  after: string
  kind?: 'CreatedNode' | 'ModifiedNode' | 'DeletedNode'
}

/** Builds a validated transaction that changes only these accounts. */
function transaction(tx: Fields, roots: Root[]): ValidatedTransaction {
  const nodes = roots.map(({ account, before, after, kind = 'ModifiedNode' }) => {
    const fields = { Account: account, Balance: after }
    const node = {
      LedgerEntryType: 'AccountRoot',
      LedgerIndex: 'AB'.repeat(32),
      ...(kind === 'CreatedNode' ? { NewFields: fields } : { FinalFields: fields }),
      ...(before === undefined ? {} : { PreviousFields: { Balance: before } }),
    }
    if (kind === 'CreatedNode') return { CreatedNode: node }
    return kind === 'DeletedNode' ? { DeletedNode: node } : { ModifiedNode: node }
  })
  return {
    hash: 'CD'.repeat(32),
    ledgerIndex: 7,
    closedAt: new Date('2026-05-01T12:00:00Z'),
    tx: { TransactionType: 'Payment', Account: me, Fee: '12', ...tx },
    meta: {
      AffectedNodes: nodes,
      TransactionIndex: 3,
      TransactionResult: 'tesSUCCESS',
    },
  }
}

const cases: [what: string, tx: Fields, roots: Root[], expected: object][] = [
  [
    'a payment',
    { Destination: other },
    [{ account: me, before: '1000', after: '488' }],
    { kind: 'payment_out', counterparty: other, networkFeeDrops: 12n, beforeDrops: 1000n, afterDrops: 488n },
  ],
  [
    'a payment from somebody else',
    { Account: other, Destination: me },
    [{ account: me, before: '1', after: '11' }],
    { kind: 'payment_in', counterparty: other, networkFeeDrops: 0n },
  ],
  [
    'the payment that creates the account',
    { Account: other, Destination: me },
    [{ account: me, after: '20', kind: 'CreatedNode' }],
    { kind: 'payment_in', beforeDrops: 0n, afterDrops: 20n },
  ],
  [
    'a payment that failed and cost its fee',
    { Destination: other },
    [{ account: me, before: '1000', after: '988' }],
    { kind: 'network_fee', counterparty: null },
  ],
  [
    'the deletion of the account',
    { TransactionType: 'AccountDelete', Destination: other },
    [{ account: me, before: '5000', after: '0', kind: 'DeletedNode' }],
    { kind: 'other', beforeDrops: 5000n, afterDrops: 0n },
  ],
  [
    'an offer that cost its fee',
    { TransactionType: 'NFTokenCreateOffer' },
    [{ account: me, before: '100', after: '88' }],
    { kind: 'offer' },
  ],
  [
    'a fee that a delegate paid',
    { Delegate: other, Destination: other },
    [{ account: me, before: '100', after: '90' }],
    { kind: 'payment_out', networkFeeDrops: 0n },
  ],
]
const nothing: [what: string, tx: Fields, roots: Root[]][] = [
  ['a change of the account that is no XRP', {}, [{ account: me, after: '100' }]],
  ['a transaction of others', { Account: other }, [{ account: other, before: '9', after: '7' }]],
]

describe('what a transaction did to an account', () => {
  test.each(cases)('the entry describes %s', (_what, tx, roots, expected) => {
    const entry = statementEntry(transaction(tx, roots), me)
    expect(entry).toMatchObject({ ledgerIndex: 7, position: 3, ...expected })
  })

  test.each(nothing)('there is no entry for %s', (_what, tx, roots) => {
    expect(statementEntry(transaction(tx, roots), me)).toBeNull()
  })

  test('an account that was created is told apart from one that only changed', () => {
    const created = transaction({}, [{ account: me, after: '20', kind: 'CreatedNode' }])
    expect(balancesIn(created, me)?.created).toBe(true)
    expect(balancesIn(transaction({}, [{ account: me, before: '2', after: '1' }]), me)?.created).toBe(false)
    expect(balancesIn(created, other)).toBeNull()
  })
})
