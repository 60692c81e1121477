import { Link } from '@tanstack/react-router'
import { t } from '#web/messages.ts'
import { showCart } from '#web/kit/cart/cart-store.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { CartView } from './cart-view.tsx'
import css from './cart.module.css'

const close = () => showCart(false)
const reopen = () => showCart(true)

export function CartDrawer() {
  return (
    <Dialog open onClose={close} title={t('Cart')} size="side">
      <CartView onLeave={close} onReturn={reopen} />
      <p className={css.page}>
        <Link to="/cart" onClick={close} className={buttonClass('quiet')}>
          {t('Open as a page')}
        </Link>
      </p>
    </Dialog>
  )
}
