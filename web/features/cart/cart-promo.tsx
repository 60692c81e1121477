import type { CartEntry } from '#contract/schemas/cart.ts'
import { t } from '#web/messages.ts'
import { changeInCart } from '#web/kit/cart/cart-store.ts'
import { PromoField, usePromoCode } from '#web/kit/promo-code.tsx'
import { Button } from '#web/ui/button.tsx'
import css from './cart.module.css'

interface CartPromoProps {
  items: readonly CartEntry[]
  account: string | null
  onConnect: () => void
}

/** One promo code field for each collection that requires a code. */
export function CartPromo({ items, account, onConnect }: CartPromoProps) {
  const itemsWithoutCode = items.filter(({ state }) => state === 'needs_promo_code')
  const byCollection = Map.groupBy(itemsWithoutCode, ({ collectionId }) => collectionId)
  return [...byCollection].map(([collection, entries]) => {
    if (collection === null) return null
    const name = entries[0]?.collectionName ?? t('The collection')
    return (
      <section key={collection} className={css.promo} aria-label={t('Promo code of {name}', { name })}>
        <p>
          {t(
            '{count, plural, one {{name} requires a promo code for one work.} other {{name} requires a promo code for # works.}}',
            { name, count: entries.length },
          )}
        </p>
        {account === null ? (
          <Button onClick={onConnect}>{t('Connect Wallet to enter the code')}</Button>
        ) : (
          <PromoForm collection={collection} ids={entries.map(({ nftokenID }) => nftokenID)} />
        )}
      </section>
    )
  })
}

function PromoForm({ collection, ids }: { collection: string; ids: string[] }) {
  const promo = usePromoCode(collection)
  const use = async () => {
    const access = await promo.check()
    if (access?.promoCode !== undefined) changeInCart(ids, { promoCode: access.promoCode })
  }
  return (
    <form
      className={css.code}
      onSubmit={(event) => {
        event.preventDefault()
        void use()
      }}
    >
      <PromoField promo={promo} />
      <Button type="submit" busy={promo.checking}>
        {t('Use the code')}
      </Button>
    </form>
  )
}
