import { amountOfDrops } from '#contract/rules/sale-amounts.ts'
import type { Edition } from '#contract/schemas/editions.ts'
import type { ListedToken } from '#contract/schemas/tokens.ts'
import { t } from '#web/messages.ts'
import { exactValue } from '#web/kit/amounts/currency.ts'

type Phase = Edition['phases'][number]

/** Says who may buy in a phase. */
export function audienceWords({ audience, holdersName }: Phase): string {
  if (audience === 'whitelist') return t('Accounts on the whitelist')
  if (audience === 'holders') return t('Holders of {name}', { name: holdersName ?? t('another collection') })
  return audience === 'promo_code' ? t('With the promo code') : t('Everyone')
}

/** Returns the price of a print in millionths of the edition's currency. */
export const printPrice = (
  drops: bigint,
  { currency }: Pick<Edition, 'currency'>,
  tokens: readonly ListedToken[],
): string => (drops === 0n ? t('Free of charge') : exactValue(amountOfDrops(drops, currency), tokens))

/** Says how many prints exist and how many are sold. */
export function soldWords({ prints, sold }: Pick<Edition, 'prints' | 'sold'>): string {
  return prints === null
    ? t(
        '{sold, plural, =0 {Open edition, none sold yet} one {Open edition, # print sold} other {Open edition, # prints sold}}',
        { sold },
      )
    : t('{sold, number} of {prints, number} prints sold', { sold, prints })
}
