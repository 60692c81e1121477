import { formatXrpExact } from '#worker/contract/amounts.ts'
import { m, rich, slot } from '#web/messages.ts'
import { sentenceSpace } from '#web/joined.ts'
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
        <p className={css.quiet}>{m.create_cost_note_collection_minted_demand_adding}</p>
        {account !== null && <MinterNote account={account} quiet />}
      </>
    )
  return (
    <p className={css.quiet}>
      {count > 1 ? m.create_cost_note_each_mint : m.create_cost_note_minting}
      {sentenceSpace}
      {rich.create_cost_note_reserve({
        reserve: formatXrpExact(BigInt(ownerReserveDrops)),
        link: <HelpLink topic="reserves">{slot}</HelpLink>,
      })}
    </p>
  )
}
