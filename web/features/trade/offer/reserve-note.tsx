import { formatXrpExact } from '#contract/rules/amounts.ts'
import { t } from '#web/messages.ts'
import { sentenceSpace } from '#web/joined.ts'
import { HelpLink } from '#web/kit/help-link.tsx'
import css from '#web/wallet/confirm-dialog.module.css'

interface ReserveNoteProps {
  /** The reserve that the ledger locks, in drops. Renders nothing for zero. */
  drops: bigint
  until: 'sale' | 'offer'
}

export function ReserveNote({ drops, until }: ReserveNoteProps) {
  if (drops === 0n) return null
  const xrp = formatXrpExact(drops)
  return (
    <p className={css.quiet}>
      {until === 'sale'
        ? t(
            '{xrp} XRP is set aside during the sale and released when it is done. Network fee: usually less than a cent.',
            { xrp },
          )
        : t(
            '{xrp} XRP is set aside while the offer is open and released when it is accepted or cancelled. Network fee: usually less than a cent.',
            { xrp },
          )}
      {sentenceSpace}
      <HelpLink topic="reserves">{t('What is a reserve?')}</HelpLink>
    </p>
  )
}
