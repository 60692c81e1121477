import { readCredentials } from '#web/api/credentials.ts'
import { addToCart, type CartWork, removeFromCart, useCart } from './cart-store.ts'

export interface CartToggleProps {
  work: CartWork
  owner: string
}

/** Returns whether a listed work is in the cart, and a function that adds or removes it. Not for own works. */
export function useCartToggle({ work, owner }: CartToggleProps) {
  const isInCart = useCart().some(({ nftokenID }) => nftokenID === work.nftokenID)
  const toggle = () => {
    if (isInCart) removeFromCart([work.nftokenID])
    else addToCart([work])
  }
  return { isInCart, toggle, isOwn: readCredentials().session()?.account === owner }
}
