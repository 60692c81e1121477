import { ShoppingBag } from 'lucide-react'
import { credentials } from '#web/api/credentials.ts'
import { Button } from '#web/ui/button.tsx'
import iconButton from '#web/ui/icon-button.module.css'
import { addToCart, type CartWork, removeFromCart, useCart } from './cart-store.ts'
import css from './cart-toggle.module.css'

interface CartToggleProps {
  work: CartWork
  owner: string
}

function useCartToggle({ work, owner }: CartToggleProps) {
  const held = useCart().some(({ nftokenID }) => nftokenID === work.nftokenID)
  const toggle = () => {
    if (held) removeFromCart([work.nftokenID])
    else addToCart([work])
  }
  return { held, toggle, isOwn: credentials().session()?.account === owner }
}

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

/** The same as a button with words. */
export function CartButton(props: CartToggleProps) {
  const { held, toggle, isOwn } = useCartToggle(props)
  if (isOwn) return null
  return (
    <Button look="quiet" onClick={toggle}>
      {held ? 'Remove from Cart' : 'Add to Cart'}
    </Button>
  )
}
