import { t } from '#contract/words/sentence.ts'
import * as v from 'valibot'

/** A price of XRP in dollars: decimal text, its source, and when it was set (ISO 8601). */
export const XrpPrice = v.object({
  usd: v.pipe(
    v.string(),
    v.regex(/^[0-9]{1,9}(\.[0-9]+)?$/, () => t('Enter the price as a decimal number.')),
  ),
  source: v.picklist(['oracle', 'fallback']),
  at: v.string(),
})
export type XrpPrice = v.InferOutput<typeof XrpPrice>

export const XrpPriceReply = v.object({ xrpPrice: v.nullable(XrpPrice) })
export type XrpPriceReply = v.InferOutput<typeof XrpPriceReply>
