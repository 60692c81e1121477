import * as v from 'valibot'

/** Reasons why a sale proves no price; the rules are in docs/figures.md. */
export const SaleMark = v.picklist(['same_funder', 'back_and_forth', 'circle', 'no_profit', 'fee_free'])
export type SaleMark = v.InferOutput<typeof SaleMark>
