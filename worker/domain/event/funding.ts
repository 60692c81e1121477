import type { Reserves } from '#db/queries/ledger-index/derive.ts'
import type { FundedBid, Spendable } from '#db/queries/event/offer-facts.ts'
import { accountChanges, type AccountXrp } from '#worker/ledger/account-changes.ts'
import type { ValidatedTransaction } from '#worker/ledger/ledger-json.ts'

/** An account after a ledger, and the last transaction in the ledger that changed it. */
export interface AccountAfter extends AccountXrp {
  entry: ValidatedTransaction
}

/** Funds of an account above the reserve, after a ledger. */
interface AccountFunds {
  account: string
  drops: bigint
  entry: ValidatedTransaction
}

/** The accounts that a ledger changed. */
export interface LedgerFunds {
  index: number
  /** Seconds since the Ripple epoch. */
  closeTime: number
  accounts: Map<string, AccountFunds>
}

/** A bid whose funding changed in a ledger: the bidder can pay it now and could not before, or the reverse. */
export interface BidChange {
  bid: FundedBid
  funded: boolean
}

export function accountsAfter(entries: ValidatedTransaction[]): Map<string, AccountAfter> {
  const accounts = new Map<string, AccountAfter>()
  for (const entry of entries)
    for (const state of accountChanges(entry.meta)) accounts.set(state.account, { ...state, entry })
  return accounts
}

export function fundsAfter(
  {
    index,
    closeTime,
    accounts,
  }: Pick<LedgerFunds, 'index' | 'closeTime'> & { accounts: Map<string, AccountAfter> },
  { baseDrops, ownerDrops }: Reserves,
): LedgerFunds {
  const funds = new Map<string, AccountFunds>()
  for (const { account, balanceDrops, ownerCount, entry } of accounts.values())
    funds.set(account, { account, drops: balanceDrops - baseDrops - ownerDrops * BigInt(ownerCount), entry })
  return { index, closeTime, accounts: funds }
}

/** Returns the minimum and maximum of each account's funds above the reserve, at the ends of these ledgers. */
export function spendableDuring(ledgers: LedgerFunds[]): Spendable[] {
  const spendables = new Map<string, Spendable>()
  for (const { accounts } of ledgers) {
    for (const { account, drops } of accounts.values()) {
      const spendable = spendables.get(account)
      const min = spendable === undefined || drops < spendable.least ? drops : spendable.least
      const max = spendable === undefined || drops > spendable.most ? drops : spendable.most
      spendables.set(account, { account, least: min, most: max })
    }
  }
  return [...spendables.values()]
}

const standsAfter = (index: number, { createdLedger, endedLedger }: FundedBid) =>
  createdLedger <= index && (endedLedger === null || endedLedger > index)

interface Turn {
  index: number
  funded: boolean
}

/** Computes which bids their bidders can pay, ledger by ledger. */
export class Funding {
  private readonly byOwner: Map<string, FundedBid[]>
  /** For each bid whose funding changed, the ledgers at which it became funded or unfunded, in order. */
  private readonly turns = new Map<string, { bid: FundedBid; at: Turn[] }>()
  private readonly changing = new Map<string, string[]>()

  constructor(bids: FundedBid[]) {
    this.byOwner = Map.groupBy(bids, ({ owner }) => owner)
  }

  /** Returns the changes that the next ledger causes. */
  changesIn({ index, closeTime, accounts }: LedgerFunds): BidChange[] {
    const changes: BidChange[] = []
    for (const { account, drops } of accounts.values()) {
      for (const bid of this.byOwner.get(account) ?? []) {
        const isFunded = drops >= bid.amountDrops
        if (!standsAfter(index, bid) || (bid.expiration !== null && bid.expiration <= closeTime)) continue
        const entry = this.turns.get(bid.id)
        if ((entry?.at.at(-1)?.funded ?? bid.funded) === isFunded) continue
        if (entry === undefined) this.begin(bid, { index, funded: isFunded })
        else entry.at.push({ index, funded: isFunded })
        changes.push({ bid, funded: isFunded })
      }
    }
    // Changes by one transaction are ordered by id.
    return changes.toSorted((a, b) => (a.bid.id < b.bid.id ? -1 : 1))
  }

  private begin(bid: FundedBid, turn: Turn) {
    this.turns.set(bid.id, { bid, at: [turn] })
    const bids = this.changing.get(bid.nftId)
    if (bids === undefined) this.changing.set(bid.nftId, [bid.id])
    else bids.push(bid.id)
  }

  /** Returns the bids for a work whose funding changed at least once. */
  changingFor(nftId: string): string[] {
    return this.changing.get(nftId) ?? []
  }

  /**
   * Returns true if a bid was funded after a ledger. Bids whose funding did not change are checked only if they were funded
   * before.
   */
  isFunded(id: string, index: number): boolean {
    const entry = this.turns.get(id)
    if (entry === undefined) return true
    return entry.at.findLast((turn) => turn.index <= index)?.funded ?? entry.bid.funded
  }

  /** Returns the bids whose funding after the last ledger differs from that before the first. */
  listChanges(): { id: string; funded: boolean }[] {
    return [...this.turns.values()].flatMap(({ bid, at }) => {
      const funded = at.at(-1)?.funded ?? bid.funded
      return funded === bid.funded ? [] : [{ id: bid.id, funded }]
    })
  }
}
