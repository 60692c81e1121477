import { formatXrpExact } from '#contract/rules/amounts.ts'
import { t, rich, slot } from '#web/messages.ts'
import { sentenceSpace } from '#web/joined.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { HelpLink } from '#web/kit/help-link.tsx'
import { MinterNote } from '#web/wallet/requests/minter-note.tsx'
import { useAccount } from '#web/wallet/session/session.ts'
import css from './minting.module.css'

export function CostNote({ count, onDemand }: { count: number; onDemand: boolean }) {
  const { ownerReserveDrops } = useSettings()
  const account = useAccount()
  if (onDemand)
    return (
      <>
        <p className={css.quiet}>
          {t(
            'This collection is minted on demand: adding a work costs nothing and needs no signature. When someone buys it, the marketplace mints it and keeps 2 % of the price.',
          )}
        </p>
        {account !== null && <MinterNote account={account} quiet />}
      </>
    )
  return (
    <p className={css.quiet}>
      {count > 1
        ? t("Each mint costs the ledger's usual transaction cost, about 0.00001 XRP.")
        : t("Minting costs the ledger's usual transaction cost, about 0.00001 XRP.")}
      {sentenceSpace}
      {rich(
        'The ledger locks {reserve} XRP of your balance in reserve for every 16 to 32 NFTs you hold. OPX takes nothing. <link>What is a reserve?</link>',
        {
          reserve: formatXrpExact(BigInt(ownerReserveDrops)),
          link: <HelpLink topic="reserves">{slot}</HelpLink>,
        },
      )}
    </p>
  )
}
