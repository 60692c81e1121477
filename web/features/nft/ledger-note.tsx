import { groupThousands } from '#contract/rules/amounts.ts'
import { t } from '#web/messages.ts'
import css from './nft-page.module.css'

export function LedgerNote({ index }: { index: number }) {
  return <p className={css.ledger}>{t('As of ledger {index}', { index: groupThousands(String(index)) })}</p>
}
