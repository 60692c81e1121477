import type { ComponentProps } from 'react'
import css from './icon-button.module.css'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'aria-label' | 'title'> {
  label: string
}

export function IconButton({ label, ...rest }: IconButtonProps) {
  return <button type="button" {...rest} aria-label={label} title={label} className={css.button} />
}
