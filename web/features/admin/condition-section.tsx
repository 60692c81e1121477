import { useId } from 'react'
import type { AdminOverview } from '#contract/schemas/admin.ts'
import type { HealthReason } from '#contract/schemas/marketplace.ts'
import { t } from '#web/messages.ts'
import css from './admin.module.css'

type Health = AdminOverview['health']

const titles: Record<Health['condition'], string> = {
  up: t('The site is up'),
  degraded: t('The site works, but something needs your attention'),
  read_only: t('The site is read-only: nothing can be bought or sold'),
}

const reasonTexts: Record<HealthReason, string> = {
  index_behind: t('The index is more than a minute behind the ledger. It catches up by itself.'),
  ledger_server_down: t('A ledger server cannot be used. The table of servers below says why.'),
  treasury_low: t(
    'The marketplace account has too few tickets or too little reserve for another work. Send XRP to it.',
  ),
  journal_stuck: t(
    'A transaction of the marketplace has had no outcome for five minutes. The journal below shows it.',
  ),
  pins_failing: t('The pinning service refuses files. The list of pins below has its message.'),
  cron_silent: t('No job has run for ten minutes. Check the triggers of the worker.'),
}

/** The condition of the whole site, and what needs the operator. */
export function ConditionSection({ condition, reasons }: Pick<Health, 'condition' | 'reasons'>) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={css.condition} data-alarm={condition !== 'up'}>
      <h2 id={id} className={css.heading}>
        {titles[condition]}
      </h2>
      {reasons.length > 0 && (
        <ul>
          {reasons.map((reason) => (
            <li key={reason}>{reasonTexts[reason]}</li>
          ))}
        </ul>
      )}
    </section>
  )
}
