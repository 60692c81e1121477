import { amountOfDrops } from '#contract/rules/sale-amounts.ts'
import type { Edition } from '#contract/schemas/editions.ts'
import { t } from '#web/messages.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { exactValue } from '#web/kit/amounts/currency.ts'
import { formatMoment } from '#web/ui/durations.ts'
import css from './edition.module.css'
import { audienceWords, printPrice } from '#web/kit/editions/edition-words.ts'

interface PhaseListProps {
  edition: Pick<Edition, 'phases' | 'currency'>
  /** Ledger time in milliseconds. */
  now: number
}

/** The phases of an edition with their times, prices and buyers. Marks the open phase. */
export function PhaseList({ edition, now }: PhaseListProps) {
  const { phases, currency } = edition
  const { tokens } = useSettings()
  const textOf = (drops: string) => exactValue(amountOfDrops(BigInt(drops), currency), tokens)
  return (
    <section aria-label={t('Phases')}>
      <h2 className={css.phasesTitle}>{t('Phases')}</h2>
      <ol className={css.phases}>
        {phases.map((phase) => {
          const { startsAt, endsAt, priceDrops, decline, perAccount } = phase
          const hasStarted = Date.parse(startsAt) <= now
          const hasEnded = endsAt !== null && Date.parse(endsAt) <= now
          return (
            <li
              key={startsAt}
              className={css.phase}
              data-state={hasEnded ? 'ended' : hasStarted ? 'open' : 'later'}
            >
              <p className={css.who}>
                {audienceWords(phase)}
                <span className={css.state}>
                  {hasEnded ? t('Ended') : hasStarted ? t('Open now') : t('Later')}
                </span>
              </p>
              <p className={css.quiet}>
                {endsAt === null
                  ? t('From {start}', { start: formatMoment(Date.parse(startsAt)) })
                  : t('{start} to {end}', {
                      start: formatMoment(Date.parse(startsAt)),
                      end: formatMoment(Date.parse(endsAt)),
                    })}
              </p>
              <p>
                {decline === null
                  ? printPrice(BigInt(priceDrops), edition, tokens)
                  : t(
                      '{price}, then {step} less every {minutes, plural, one {minute} other {# minutes}}, down to {lowest}',
                      {
                        price: textOf(priceDrops),
                        step: textOf(decline.stepDrops),
                        minutes: Math.round(decline.stepSeconds / 6) / 10,
                        lowest: textOf(decline.lowestDrops),
                      },
                    )}
                {perAccount > 0 &&
                  ` · ${t('{most, plural, one {# print per account} other {# prints per account}}', { most: perAccount })}`}
              </p>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
