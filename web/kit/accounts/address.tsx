import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { shortenAddress } from '#contract/rules/accounts.ts'
import { t } from '#web/messages.ts'
import { usePerson } from '#web/api/people.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { VerifiedMark } from '#web/kit/collections/verified-mark.tsx'
import copyButton from '#web/ui/copy-button.module.css'
import { lazyPart } from '#web/ui/lazy-part.ts'
import css from './address.module.css'
import { Avatar } from './avatar.tsx'

const CopyButton = lazyPart(async () => (await import('#web/ui/copy-button.tsx')).CopyButton)

interface AddressProps {
  account: string
  viewer?: string | null
  /** True to add a picture and a copy button. */
  full?: boolean
  /** Size of the picture beside a full address. */
  size?: number
  /** True to link to the account's NFTs instead of its first tab. */
  toNfts?: boolean
}

/**
 * Name of an account: "You" for the viewer, OPX for the marketplace, otherwise the profile name or the shortened
 * address. The title contains the full address.
 */
export function Address({ account, viewer = null, full = false, size = 28, toNfts = false }: AddressProps) {
  const { owner } = useSettings()
  const person = usePerson(account)
  const ownLabel = account === viewer ? t('You', { context: 'account' }) : account === owner ? 'OPX' : null
  const text = (
    <Link
      to={toNfts ? '/account/$account/profile/nfts' : '/account/$account/profile'}
      params={{ account }}
      title={account}
      className={css.link}
    >
      {ownLabel === null && person !== undefined ? (
        <>
          {!full && <Avatar account={account} size={18} />}
          <bdi className={css.name}>{person.name}</bdi>
        </>
      ) : (
        (ownLabel ?? shortenAddress(account))
      )}
    </Link>
  )
  const label = (
    <span className={css.address}>
      {text}
      {ownLabel === null && person?.verified === true && <VerifiedMark subject="artist" />}
    </span>
  )
  if (!full) return label
  return (
    <span className={css.full}>
      <Avatar account={account} size={size} />
      {label}
      <Suspense fallback={<span className={copyButton.button} />}>
        <CopyButton text={account} subject={t('address')} />
      </Suspense>
    </span>
  )
}
