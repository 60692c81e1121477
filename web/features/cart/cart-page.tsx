import { t } from '#web/messages.ts'
import page from '#web/ui/page.module.css'
import { CartView } from './cart-view.tsx'
import css from './cart.module.css'

const stay = () => undefined

/** The cart as a page. */
export function CartPage() {
  return (
    <div className={page.wide}>
      <h1 className={css.title}>{t('Cart')}</h1>
      <CartView onLeave={stay} onReturn={stay} />
    </div>
  )
}
