import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { editionState } from '#contract/rules/edition-state.ts'
import type { Edition } from '#contract/schemas/editions.ts'
import { t } from '#web/messages.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { nameOf } from '#web/api/people.ts'
import { WorkPicture } from '#web/kit/media/work-picture.tsx'
import { WallLabel } from '#web/kit/nfts/wall-label.tsx'
import { Countdown } from '#web/ui/countdown.tsx'
import css from './editions.module.css'
import { printPrice, soldWords } from './edition-words.ts'
import { useLedgerTime } from './use-ledger-time.ts'

interface EditionCardProps {
  edition: Edition
  ledgerTime: string
  readAt: number
}

/** An edition in a list: the work, its label, and the current price of a print. */
export function EditionCard({ edition, ledgerTime, readAt }: EditionCardProps) {
  const title = useId()
  const { tokens } = useSettings()
  const { now, onClock } = useLedgerTime(ledgerTime, readAt)
  const state = editionState(edition, now)
  return (
    <article className={css.card} aria-labelledby={title}>
      <div className={css.picture}>
        <WorkPicture media={edition.metadata.imageFile} alt="" sizes="224px" largest={600} />
      </div>
      <div className={css.words}>
        <WallLabel as="h3" look="card" id={title} artist={<bdi>{nameOf(edition.issuer)}</bdi>}>
          <Link to="/edition/$id" params={{ id: edition._id }} className={css.cover}>
            {edition.name}
          </Link>
        </WallLabel>
        <p className={css.quiet}>{soldWords(edition)}</p>
        {(state.kind === 'open' || state.kind === 'last_number') && (
          <p className={css.price}>{printPrice(state.priceDrops, edition, tokens)}</p>
        )}
        {state.kind === 'open' && state.phase.endsAt !== null && (
          <p>
            {t('Ends in')} <Countdown until={onClock(state.phase.endsAt)} over={t('Ended')} />
          </p>
        )}
        {state.kind === 'upcoming' && (
          <p>
            {t('Starts in')} <Countdown until={onClock(state.phase.startsAt)} over={t('Starting')} />
          </p>
        )}
        {state.kind === 'last_number' && (
          <p>{t('Number {number} is still for sale', { number: state.number })}</p>
        )}
        {state.kind === 'paused' && <p>{t('Paused')}</p>}
        {state.kind === 'sold_out' && <p>{t('Sold out')}</p>}
        {(state.kind === 'closed' || state.kind === 'ended') && <p>{t('Ended')}</p>}
      </div>
    </article>
  )
}
