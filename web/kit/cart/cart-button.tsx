import { t } from '#web/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { type CartToggleProps, useCartToggle } from './use-cart-toggle.ts'

/**
 * A button with text that adds a listed work to the cart or removes it. `barred` is true if the viewer may not buy the
 * work.
 */
export function CartButton({ barred, ...props }: CartToggleProps & { barred: boolean }) {
  const { isInCart, toggle, isOwn } = useCartToggle(props)
  if (isOwn) return null
  return (
    <Button look="quiet" disabled={barred && !isInCart} onClick={toggle}>
      {isInCart ? t('Remove from Cart') : t('Add to Cart')}
    </Button>
  )
}
