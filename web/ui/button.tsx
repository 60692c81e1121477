import type { ComponentProps } from 'react'
import css from './button.module.css'

export type ButtonLook = 'primary' | 'outline' | 'quiet'
type ButtonSize = 'small' | 'normal' | 'large'

export function buttonClass(look: ButtonLook, size: ButtonSize = 'normal', wide = false): string {
  const sizeClass = size === 'normal' ? '' : css[size]
  return [css.button, css[look], sizeClass, wide ? css.wide : ''].join(' ').trim()
}

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  look?: ButtonLook
  size?: ButtonSize
  wide?: boolean
  /** True to align the text of a quiet button with the edge of its column. */
  flush?: boolean
  /** True while the button's action runs: shows progress and keeps the button focusable. */
  busy?: boolean
  /**
   * True if the button looks disabled and is announced as disabled, but can be clicked. Its action then says what is
   * missing.
   */
  unready?: boolean
}

export function Button({
  look = 'outline',
  size = 'normal',
  wide = false,
  flush = false,
  busy = false,
  unready = false,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={busy || unready || undefined}
      className={`${buttonClass(look, size, wide)} ${flush ? css.flush : ''}`.trim()}
      onClick={busy ? undefined : onClick}
    />
  )
}

interface ButtonLinkProps extends Omit<ComponentProps<'a'>, 'className'> {
  look?: ButtonLook
  size?: ButtonSize
  wide?: boolean
}

/** A link that looks like a button, for URLs outside the router. */
export function ButtonLink({
  look = 'outline',
  size = 'normal',
  wide = false,
  children,
  ...rest
}: ButtonLinkProps) {
  return (
    <a {...rest} className={buttonClass(look, size, wide)}>
      {children}
    </a>
  )
}
