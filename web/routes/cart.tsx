import { createFileRoute } from '@tanstack/react-router'
import { CartPage } from '#web/features/cart/cart-page.tsx'

export const Route = createFileRoute('/cart')({
  component: CartPage,
})
