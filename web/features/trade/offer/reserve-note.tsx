import { formatXrpExact } from '#contract/rules/amounts.ts'
import { t } from '#web/messages.ts'
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
        ? t(
            'While the sale is in progress, the ledger locks a reserve of {xrp} XRP in your account for the offer. It is free again once the sale is done, or when the offer ends. The transaction cost is a few drops.',
            { xrp },
          )
        : t(
            'While the offer is open, the ledger locks a reserve of {xrp} XRP in your account. It is free again once the offer is accepted or cancelled. The transaction cost is a few drops.',
            { xrp },
          )}
      {sentenceSpace}
      <HelpLink topic="reserves">{t('What is a reserve?')}</HelpLink>
    </p>
  )
}
