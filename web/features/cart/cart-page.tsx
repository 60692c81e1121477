import { t } from '#web/messages.ts'
import { useCart } from '#web/kit/cart/cart-store.ts'
import { NothingFound } from '#web/kit/nothing-found.tsx'
import page from '#web/ui/page.module.css'
import { CartView } from './cart-view.tsx'
import css from './cart.module.css'

const stay = () => undefined

export function CartPage() {
  const isEmpty = useCart().length === 0
  return (
    <div className={page.wide}>
      <h1 className={css.title}>{t('Cart')}</h1>
      <CartView onLeave={stay} onReturn={stay} />
      {isEmpty && <NothingFound />}
    </div>
  )
}
