import { groupThousands } from '#worker/contract/amounts.ts'
import css from './nft-page.module.css'

export function LedgerNote({ index }: { index: number }) {
  return <p className={css.ledger}>As of ledger {groupThousands(String(index))}</p>
}
