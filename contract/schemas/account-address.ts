import { t } from '#contract/words/sentence.ts'
import * as v from 'valibot'
import { accountPattern } from '#contract/rules/ledger.ts'

/**
 * An account address as the product accepts it: a classic address or an X-address; `worker/ledger/addresses.ts` checks
 * its checksum.
 */
export const AccountAddress = v.pipe(
  v.string(),
  v.trim(),
  v.regex(accountPattern, () =>
    t('This is not an XRP Ledger address. An address begins with r and has 25 to 35 characters.'),
  ),
)
export type AccountAddress = v.InferOutput<typeof AccountAddress>
