import { purposesOf, type SignPurpose } from '#contract/rules/actions.ts'
import { sentence } from '#contract/words/sentence.ts'
import { takeQuota } from '#db/queries/quotas.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Context } from './context.ts'

type Asking = Pick<Context, 'db' | 'settings' | 'caller' | 'networks'>

/**
 * Divisors of the remaining calls: an account or a network gets at most a third. A large IPv6 network, which may belong
 * to one caller, gets twice as much.
 */
const weights = [3, 1.5]

/** Returns the account, or a visitor's networks, smallest first. */
const callersOf = (account: string | undefined, networks: string[]) =>
  (account === undefined ? networks : [account]).map((name, place) => ({ name, weight: weights[place] ?? 1 }))

async function take(
  { db, networks }: Pick<Context, 'db' | 'networks'>,
  account: string | undefined,
  quota: string,
  groups: { name: string; most: number }[],
): Promise<void> {
  const seconds = await takeQuota(db.http, { quota, groups, callers: callersOf(account, networks) })
  if (seconds === null) return
  const retryAfterSeconds = Math.max(2, seconds)
  throw new Refusal(
    'rate_limited',
    sentence('There are too many requests at the moment. Please try again in {seconds} seconds.', {
      seconds: retryAfterSeconds,
    }),
    { retryAfterSeconds },
  )
}

const purchases = purposesOf('buys')

/**
 * Takes a call from the quota of the wallet's platform, before a request is created there. Requests may use half of the
 * platform's calls: visitors a third of them, and all accounts together three quarters, so that a quarter remains for
 * purchases. Throws Refusal('rate_limited').
 */
export async function takeWalletCall(
  context: Asking,
  { purpose, account }: { purpose: SignPurpose; account: string | null },
): Promise<void> {
  const perMinute = Math.max(1, Math.floor(context.settings.quotas.wallet / 2))
  const shareOf = (part: number) => Math.max(1, Math.floor(perMinute * part))
  const caller = account ?? context.caller?.account
  const groups =
    caller === undefined
      ? [
          { name: 'all', most: perMinute },
          { name: 'visitors', most: shareOf(1 / 3) },
        ]
      : [{ name: 'all', most: purchases.includes(purpose) ? perMinute : shareOf(3 / 4) }]
  await take(context, caller, 'wallet', groups)
}

/**
 * Takes a call from the quota of a service, before a public call contacts the ledger's servers or the IPFS gateways.
 * Throws Refusal('rate_limited').
 */
export const takePublicCall = (context: Asking, quota: 'ledger' | 'ipfs'): Promise<void> =>
  take(context, context.caller?.account, quota, [{ name: 'all', most: context.settings.quotas[quota] }])
