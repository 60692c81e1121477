import { t } from '#web/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { type CartToggleProps, useCartToggle } from './use-cart-toggle.ts'

/** Puts a listed work into the cart, or takes it out, by a button with words. `barred` when the viewer may not buy the work. */
export function CartButton({ barred, ...props }: CartToggleProps & { barred: boolean }) {
  const { held, toggle, isOwn } = useCartToggle(props)
  if (isOwn) return null
  return (
    <Button look="quiet" disabled={barred && !held} onClick={toggle}>
      {held ? t('Remove from Cart') : t('Add to Cart')}
    </Button>
  )
}
