import { m } from '#web/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { type CartToggleProps, useCartToggle } from './use-cart-toggle.ts'

/** Puts a listed work into the cart, or takes it out, by a button with words. */
export function CartButton(props: CartToggleProps) {
  const { held, toggle, isOwn } = useCartToggle(props)
  if (isOwn) return null
  return (
    <Button look="quiet" onClick={toggle}>
      {held ? m.kit_cart_button_remove_from_cart : m.kit_cart_button_add_to_cart}
    </Button>
  )
}
