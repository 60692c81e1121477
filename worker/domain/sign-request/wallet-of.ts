import type { WalletName } from '#contract/rules/wallets.ts'
import type { Context } from '#worker/domain/context.ts'

/**
 * The wallet that is asked for a signature of an account: that of the session which makes the call. Of everybody else, of programs and of
 * the cron it is Xaman, because only its platform reaches an account without its page.
 */
export function walletOf({ caller }: Pick<Context, 'caller'>, account: string | null): WalletName {
  return caller !== null && caller.account === account ? caller.wallet : 'xaman'
}
