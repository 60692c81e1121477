import { type LedgerSession, openLedgerSession } from '#local/lib/ledger-session.ts'
import { StackError } from '#local/lib/stack-error.ts'
import type { DemoAccount } from '#local/signer/types.ts'
import { genesisAccount } from '#local/stack/people.ts'
import { tokenIssuers } from '#local/stack/tokens.ts'
import { exists } from './prepare-ledger.ts'

/** asfDefaultRipple allows holders to pay each other. Source: xrpl.org "AccountSet Flags". */
const defaultRipple = 8
/** Gives Opulence a transfer rate of 0.2 %, as an example. */
const transferRate = { symbol: 'Opulence', rate: 1_002_000_000 }
const limit = '1000000000'
const balance = '5000'
/** Initial holders and balances. The other accounts have no tokens, for trying out trust lines. */
const initialHoldings: Record<DemoAccount['role'], string[]> = {
  marketplace: tokenIssuers.map(({ symbol }) => symbol),
  artist: ['Opulence', 'SOLO'],
  collector: ['Opulence', 'SOLO', 'TPR', 'CSC'],
}

async function settle(session: LedgerSession) {
  for (const { result } of (await session.settle()).values()) {
    if (result !== 'tesSUCCESS')
      throw new StackError(`The listed tokens could not be issued: the ledger returned ${result}.`)
  }
}

/** Issues the listed tokens on the local ledger once: issuers, trust lines, initial balances. */
export async function issueTokens(url: string, accounts: DemoAccount[]): Promise<void> {
  const tokensToIssue: typeof tokenIssuers = []
  for (const token of tokenIssuers) if (!(await exists(url, token.issuer.address))) tokensToIssue.push(token)
  if (tokensToIssue.length === 0) return
  const session = await openLedgerSession(url)
  for (const { issuer } of tokensToIssue) {
    await session.send(genesisAccount, {
      TransactionType: 'Payment',
      Destination: issuer.address,
      Amount: '100000000',
    })
  }
  await settle(session)
  const lines = tokensToIssue.flatMap((token) =>
    accounts
      .filter(({ role }) => initialHoldings[role].includes(token.symbol))
      .map((account) => ({ token, account })),
  )
  for (const { symbol, issuer } of tokensToIssue) {
    await session.send(issuer, {
      TransactionType: 'AccountSet',
      SetFlag: defaultRipple,
      ...(symbol === transferRate.symbol ? { TransferRate: transferRate.rate } : {}),
    })
  }
  for (const { token, account } of lines) {
    await session.send(account, {
      TransactionType: 'TrustSet',
      LimitAmount: { currency: token.currency, issuer: token.issuer.address, value: limit },
    })
  }
  await settle(session)
  for (const { token, account } of lines.filter(({ account }) => account.role !== 'marketplace')) {
    await session.send(token.issuer, {
      TransactionType: 'Payment',
      Destination: account.address,
      Amount: { currency: token.currency, issuer: token.issuer.address, value: balance },
    })
  }
  await settle(session)
}
