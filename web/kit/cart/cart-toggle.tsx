import { ShoppingBag } from 'lucide-react'
import iconButton from '#web/ui/icon-button.module.css'
import css from './cart-toggle.module.css'
import { type CartToggleProps, useCartToggle } from './use-cart-toggle.ts'

/** Puts a listed work into the cart, or takes it out. Not for own works. */
export function CartToggle(props: CartToggleProps) {
  const { held, toggle, isOwn } = useCartToggle(props)
  if (isOwn) return null
  const label = held ? `Remove ${props.work.name} from the cart` : `Add ${props.work.name} to the cart`
  return (
    <button
      type="button"
      className={`${iconButton.button} ${css.toggle}`}
      aria-pressed={held}
      aria-label={label}
      title={label}
      onClick={toggle}
    >
      <ShoppingBag size={16} aria-hidden="true" />
    </button>
  )
}
