import type { WalletName } from '#contract/rules/wallets.ts'
import type { Context } from '#worker/domain/context.ts'

/**
 * Returns the wallet for an account's signatures: the wallet of the calling session. For other accounts, programs and
 * the cron it is Xaman, because only Xaman's platform reaches an account whose page is not open.
 */
export function walletOf({ caller }: Pick<Context, 'caller'>, account: string | null): WalletName {
  return caller !== null && caller.account === account ? caller.wallet : 'xaman'
}
