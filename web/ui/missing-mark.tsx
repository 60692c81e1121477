import { ImageOff } from 'lucide-react'
import css from './picture.module.css'

/** The mark in the place of a picture that is missing. */
export function MissingMark() {
  return <ImageOff className={css.missing} size={24} strokeWidth={1.25} aria-hidden="true" />
}
