import { openLedgerSession } from '#local/lib/ledger-session.ts'
import { asJson, callRpc, RpcError } from '#local/lib/rpc.ts'
import { StackError } from '#local/lib/stack-error.ts'
import { genesisAccount, localOracle } from '#local/stack/people.ts'
import type { DemoAccount } from '#local/signer/types.ts'

export type Network = 'local' | 'mainnet' | 'testnet' | 'devnet'

const networks: Record<number, Network> = { 0: 'mainnet', 1: 'testnet', 2: 'devnet' }

/**
 * Returns the network of an external server. A standalone server reports 0, like Mainnet, but closes ledgers on
 * request.
 */
export async function networkOf(url: string): Promise<Network> {
  const info = asJson((await callRpc(url, 'server_info'))['info'])
  if (await isStandalone(url)) return 'local'
  return networks[typeof info['network_id'] === 'number' ? info['network_id'] : 0] ?? 'local'
}

export async function isStandalone(url: string): Promise<boolean> {
  try {
    await callRpc(url, 'ledger_accept')
    return true
  } catch (error) {
    if (error instanceof RpcError) return false
    throw error
  }
}

/** True if the account exists on that ledger. */
export async function exists(url: string, account: string): Promise<boolean> {
  try {
    await callRpc(url, 'account_info', { account, ledger_index: 'current' })
    return true
  } catch (error) {
    if (error instanceof RpcError && error.code === 'actNotFound') return false
    throw error
  }
}

const startingXrp = { marketplace: 5_000n, artist: 12_000n, collector: 25_000n } as const

/** Funds every account that is not on the ledger yet, from the genesis account. */
export async function fundAccounts(url: string, accounts: DemoAccount[]): Promise<void> {
  const unfundedAccounts: DemoAccount[] = []
  for (const account of accounts) if (!(await exists(url, account.address))) unfundedAccounts.push(account)
  if (unfundedAccounts.length === 0) return
  if (!(await exists(url, genesisAccount.address))) {
    throw new StackError(
      `The ledger at ${url} has no genesis account to fund the demo accounts from: use a standalone server, or --no-seed.`,
    )
  }
  const session = await openLedgerSession(url)
  for (const account of unfundedAccounts) {
    await session.send(genesisAccount, {
      TransactionType: 'Payment',
      Destination: account.address,
      Amount: (startingXrp[account.role] * 1_000_000n).toString(),
    })
  }
  for (const outcome of (await session.settle()).values()) {
    if (outcome.result !== 'tesSUCCESS') {
      throw new StackError(`The demo accounts could not be funded: the ledger returned ${outcome.result}.`)
    }
  }
}

/** XRP price on a local ledger, in units of 10^-4 dollars: 0.6175. */
const localPrice = 6175

/** Sets or updates an XRP price, like an oracle provider on the public network. */
export async function publishPrice(url: string): Promise<void> {
  if (!(await exists(url, genesisAccount.address))) return
  const session = await openLedgerSession(url)
  // After a long pause, the ledger's clock is behind until the next close. The time is then refused, so it is set
  // again.
  for (let tries = 0; tries < 3; tries += 1) {
    const hash = await session.send(genesisAccount, {
      TransactionType: 'OracleSet',
      OracleDocumentID: localOracle,
      Provider: Buffer.from('local').toString('hex').toUpperCase(),
      AssetClass: Buffer.from('currency').toString('hex').toUpperCase(),
      LastUpdateTime: Math.floor(Date.now() / 1000),
      PriceDataSeries: [
        {
          PriceData: {
            BaseAsset: 'XRP',
            QuoteAsset: 'USD',
            AssetPrice: localPrice.toString(16).toUpperCase(),
            Scale: 4,
          },
        },
      ],
    })
    if ((await session.settle([hash])).get(hash)?.result === 'tesSUCCESS') return
  }
}

/** Closes ledgers at an interval, because a standalone xrpld does not close them automatically. */
export function startAccepting(url: string, everyMs: number): () => void {
  const timer = setInterval(() => {
    // The server may be restarting; the next call will show it.
    callRpc(url, 'ledger_accept').catch(() => undefined)
  }, everyMs)
  return () => clearInterval(timer)
}
