import { formatXrpExact } from '#worker/contract/amounts.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { HelpLink } from '#web/kit/help-link.tsx'
import { MinterNote } from '#web/wallet/requests/minter-note.tsx'
import { useAccount } from '#web/wallet/session/session.ts'
import css from './minting.module.css'

/** The cost of minting. */
export function CostNote({ count, onDemand }: { count: number; onDemand: boolean }) {
  const { ownerReserveDrops } = useSettings()
  const account = useAccount()
  if (onDemand)
    return (
      <>
        <p className={css.quiet}>
          This collection is minted on demand: adding costs nothing, and nothing is signed. When somebody
          buys, the marketplace mints it and keeps 2 % of the price.
        </p>
        {account !== null && <MinterNote account={account} quiet />}
      </>
    )
  return (
    <p className={css.quiet}>
      {count > 1 ? 'Each mint' : 'Minting'} costs the ledger&apos;s own transaction cost, about 0.00001 XRP.
      The ledger keeps {formatXrpExact(BigInt(ownerReserveDrops))} XRP of yours in reserve for every 16 to 32
      NFTs that you hold. OPX takes nothing. <HelpLink topic="reserves">What is a reserve?</HelpLink>
    </p>
  )
}
