import { compareDecimals, parseDecimal } from '#worker/contract/decimal.ts'
import type { TrustLineReply } from '#worker/contract/trading.ts'

interface LineState {
  /** What is in the way; null when nothing is. */
  sentence: string | null
  /** Setting a trust line helps. */
  offerLine: boolean
}

/** What an account's trust line means for what it is about to sign. `needs`: what it must hold; null where it receives. */
export function lineState(line: TrustLineReply, name: string, needs: string | null): LineState {
  if (!line.issuerExists)
    return { sentence: 'The issuer of this currency does not exist on the ledger.', offerLine: false }
  if (!line.exists) {
    return {
      sentence:
        needs === null
          ? `Your account cannot hold ${name} yet: it takes a trust line to its issuer first.`
          : `Your account holds no ${name}: it has no trust line to its issuer.`,
      offerLine: true,
    }
  }
  if (line.frozen) return { sentence: `The issuer has frozen ${name} in your account.`, offerLine: false }
  const [has, wants] = [parseDecimal(line.balance), parseDecimal(needs ?? '0')]
  if (has !== null && wants !== null && compareDecimals(has, wants) < 0)
    return {
      sentence: `Your account holds ${line.balance} ${name}, and this takes ${needs}.`,
      offerLine: false,
    }
  return { sentence: null, offerLine: false }
}
