import { Link, useLocation } from '@tanstack/react-router'
import { ShoppingBag } from 'lucide-react'
import { Suspense } from 'react'
import { t } from '#web/messages.ts'
import { showCart } from '#web/kit/cart/cart-store.ts'
import { CountBadge } from '#web/ui/count-badge.tsx'
import iconButton from '#web/ui/icon-button.module.css'
import { lazyCode } from '#web/ui/lazy-code.ts'

const CartDrawer = lazyCode(async () => (await import('./cart-drawer.tsx')).CartDrawer)
const preload = () => void import('./cart-drawer.tsx')

/** A link to the cart that opens it as a drawer. */
export function CartMenu({ count, isShown }: { count: number; isShown: boolean }) {
  const onPage = useLocation({ select: ({ pathname }) => pathname === '/cart' })
  const label = t('Cart, {count, plural, one {# work} other {# works}}', { count })
  return (
    <>
      {count > 0 && (
        <Link
          to="/cart"
          className={iconButton.button}
          aria-label={label}
          title={label}
          onPointerEnter={preload}
          onFocus={preload}
          onClick={(event) => {
            if (onPage || event.metaKey || event.ctrlKey || event.shiftKey) return
            event.preventDefault()
            showCart(true)
          }}
        >
          <ShoppingBag size={18} aria-hidden="true" />
          <CountBadge count={count} />
        </Link>
      )}
      <Suspense fallback={null}>{isShown && !onPage && <CartDrawer />}</Suspense>
    </>
  )
}
