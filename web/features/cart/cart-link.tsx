import { Suspense } from 'react'
import { useCart, useCartShown } from '#web/kit/cart/cart-store.ts'
import { lazyCode } from '#web/ui/lazy-code.ts'

const CartMenu = lazyCode(async () => (await import('./cart-menu.tsx')).CartMenu)

/** The header's link to the cart. Renders nothing while the cart is empty and its drawer is closed. */
export function CartLink() {
  const count = useCart().length
  const isVisible = useCartShown()
  if (count === 0 && !isVisible) return null
  return (
    <Suspense fallback={<span style={{ inlineSize: 'var(--target)' }} />}>
      <CartMenu count={count} isShown={isVisible} />
    </Suspense>
  )
}
