import { ShoppingBag } from 'lucide-react'
import { t } from '#web/messages.ts'
import iconButton from '#web/ui/icon-button.module.css'
import css from './cart-toggle.module.css'
import { type CartToggleProps, useCartToggle } from './use-cart-toggle.ts'

/** Adds a listed work to the cart or removes it. Not shown for own works. */
export function CartToggle({ barred, ...props }: CartToggleProps & { barred: string | null }) {
  const { isInCart, toggle, isOwn } = useCartToggle(props)
  if (isOwn) return null
  // A work that is already in the cart can always be removed.
  const barredReason = isInCart ? null : barred
  const label = isInCart
    ? t('Remove {name} from the cart', { name: props.work.name })
    : t('Add {name} to the cart', { name: props.work.name })
  return (
    <button
      type="button"
      className={`${iconButton.button} ${css.toggle}`}
      aria-pressed={isInCart}
      aria-label={label}
      title={barredReason ?? label}
      aria-disabled={barredReason !== null}
      {...(barredReason === null ? {} : { 'aria-description': barredReason })}
      onClick={barredReason === null ? toggle : undefined}
    >
      <ShoppingBag size={16} aria-hidden="true" />
    </button>
  )
}
