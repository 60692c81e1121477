import { sizedImage } from '#contract/rules/media.ts'
import { usePerson } from '#web/api/people.ts'
import { Identicon } from '#web/ui/identicon.tsx'
import css from './address.module.css'

/** The picture of an account's profile, or a pattern derived from its address. Decorative. */
export function Avatar({ account, size = 28 }: { account: string; size?: number }) {
  const person = usePerson(account)
  if (person === undefined) return <Identicon seed={account} size={size} />
  return (
    <img
      src={sizedImage(person.picture, { w: size * 2 })}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      className={css.picture}
      style={{ inlineSize: size, blockSize: size }}
    />
  )
}
