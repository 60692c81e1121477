import { groupThousands } from '#worker/contract/amounts.ts'
import { m } from '#web/messages.ts'
import css from './nft-page.module.css'

export function LedgerNote({ index }: { index: number }) {
  return (
    <p className={css.ledger}>{m.nft_ledger_note_as_of_ledger({ index: groupThousands(String(index)) })}</p>
  )
}
