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
  /** Adds an identicon and a copy button. */
  full?: boolean
  /** Links to the ledger explorer instead of the account's page, and always shows the address. */
  outside?: boolean
  /** Links to the NFTs that the account holds instead of its first tab. */
  toNfts?: boolean
}

/** An account: "You" for the viewer, OPX for the marketplace, otherwise the shortened address with the full one in its title. */
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
