import { formatXrpExact } from '#worker/contract/amounts.ts'
import { m } from '#web/messages.ts'
import { sentenceSpace } from '#web/joined.ts'
import { HelpLink } from '#web/kit/help-link.tsx'
import css from '#web/wallet/confirm-dialog.module.css'

interface ReserveNoteProps {
  /** The reserve that the ledger locks. Renders nothing for zero. */
  drops: bigint
  until: 'sale' | 'offer'
}

export function ReserveNote({ drops, until }: ReserveNoteProps) {
  if (drops === 0n) return null
  const xrp = formatXrpExact(drops)
  return (
    <p className={css.quiet}>
      {until === 'sale'
        ? m.trade_reserve_note_while_sale_made_ledger({ xrp })
        : m.trade_reserve_note_while_offer_stands_ledger({ xrp })}
      {sentenceSpace}
      <HelpLink topic="reserves">{m.trade_reserve_note_what_is_a_reserve}</HelpLink>
    </p>
  )
}
