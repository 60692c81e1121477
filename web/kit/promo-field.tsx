import { Field } from '#web/ui/field.tsx'
import type { PromoCode } from './use-promo-code.ts'

/** Stands where a purchase needs a promo code. */
export function PromoField({ promo: { needed, code, error, change } }: { promo: PromoCode }) {
  if (!needed) return null
  return <Field label="Promo code" value={code} onChange={change} error={error} />
}
