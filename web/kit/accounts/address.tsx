import { Link } from '@tanstack/react-router'
import { shortenAddress } from '#worker/contract/accounts.ts'
import { ExplorerLink } from '#web/kit/explorer-link.tsx'
import { useSettings } from '#web/api/use-settings.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Identicon } from '#web/ui/identicon.tsx'
import css from './address.module.css'

interface AddressProps {
  account: string
  viewer?: string | null
  /** A sign before it and a copy button after it. */
  full?: boolean
  /** Leads to the explorer instead of the account's page here, and reads as the address that it is. */
  outside?: boolean
  /** Leads to the NFTs that the account holds, whatever its page begins with. */
  toNfts?: boolean
}

/** An account: "You" for the viewer, OPX for the marketplace, else shortened with the whole address in its title. */
export function Address({
  account,
  viewer = null,
  full = false,
  outside = false,
  toNfts = false,
}: AddressProps) {
  const { owner } = useSettings()
  const name = account === viewer ? 'You' : account === owner ? 'OPX' : shortenAddress(account)
  const text = !outside ? (
    <Link
      to={toNfts ? '/account/$account/profile/nfts' : '/account/$account/profile'}
      params={{ account }}
      title={account}
      className={css.link}
    >
      {name}
    </Link>
  ) : (
    <ExplorerLink page="account" id={account} title={account} plain>
      {shortenAddress(account)}
    </ExplorerLink>
  )
  if (!full) return <span className={css.address}>{text}</span>
  return (
    <span className={css.full}>
      <Identicon seed={account} />
      <span className={css.address}>{text}</span>
      <CopyButton text={account} what="address" />
    </span>
  )
}
