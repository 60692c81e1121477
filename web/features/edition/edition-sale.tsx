import { type ComponentType, Suspense, useState } from 'react'
import { editionState, type EditionState } from '#contract/rules/edition-state.ts'
import { isPending } from '#contract/rules/splits.ts'
import type { Edition, EditionReply } from '#contract/schemas/editions.ts'
import { t } from '#web/messages.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { FiatText } from '#web/kit/amounts/fiat-text.tsx'
import { marketplaceSells } from '#web/kit/nfts/demand-work.ts'
import { Button } from '#web/ui/button.tsx'
import { Changed } from '#web/ui/changed.tsx'
import { Countdown } from '#web/ui/countdown.tsx'
import { lazyCode } from '#web/ui/lazy-code.ts'
import { Meter } from '#web/ui/meter.tsx'
import { openConnect } from '#web/wallet/session/connect-prompt.ts'
import css from './edition.module.css'
import { printPrice, soldWords } from '#web/kit/editions/edition-words.ts'
import { useLedgerTime } from '#web/kit/editions/use-ledger-time.ts'

const load = () => import('./buy-print-dialog.tsx')
const BuyPrintDialog = lazyCode(async () => (await load()).BuyPrintDialog)
const ManageEdition = lazyCode(async () => (await import('./manage-edition.tsx')).ManageEdition)

/** The form that changes phases, passed in because it belongs to the create feature. */
export interface SaleSlots {
  PhasesForm: ComponentType<{ edition: Edition; onClose: () => void }>
}

interface EditionSaleProps {
  reply: EditionReply
  /** Time at which the reply was read, in milliseconds. */
  readAt: number
  viewer: string | null
  /** True if the artist previews the page as a visitor without a wallet. */
  isPreview: boolean
  PhasesForm: SaleSlots['PhasesForm']
}

/** Price, countdown and the button that buys the next print. The artist sees the controls of the edition instead. */
export function EditionSale({ reply, readAt, viewer, isPreview, PhasesForm }: EditionSaleProps) {
  const { edition } = reply
  const { owner, tokens } = useSettings()
  const { now, onClock } = useLedgerTime(reply.ledgerTime, readAt)
  const [isBuying, setBuying] = useState(false)
  const state = editionState(edition, now)
  const sale = state.kind === 'open' || state.kind === 'last_number' ? state : null
  const isArtist = viewer === edition.issuer
  const buy = () => (viewer === null ? openConnect(() => setBuying(true)) : setBuying(true))
  const note = noteOf(edition, viewer === owner)
  return (
    <section id="sale" className={css.sale} aria-label={t('Sale')}>
      <SaleState edition={edition} state={state} onClock={onClock} xrpPrice={reply.xrpPrice} />
      <div className={css.count}>
        <p role="status">{soldWords(edition)}</p>
        {edition.prints !== null && (
          <Meter max={edition.prints} value={edition.sold} label={soldWords(edition)} />
        )}
        {edition.reserved > 0 && (
          <p className={css.quiet}>
            {t(
              '{count, plural, one {# print is reserved for a buyer} other {# prints are reserved for buyers}}',
              {
                count: edition.reserved,
              },
            )}
          </p>
        )}
      </div>
      {!isArtist && sale !== null && (
        <div className={css.bar} data-bottom-bar>
          <Button
            look="primary"
            size="large"
            wide
            disabled={note !== null || isPreview}
            onClick={buy}
            onPointerEnter={() => void load()}
          >
            {sale.priceDrops === 0n
              ? t('Claim a print for free')
              : t('Buy a print for {price}', { price: printPrice(sale.priceDrops, edition, tokens) })}
          </Button>
        </div>
      )}
      {note !== null && !isArtist && <p className={css.quiet}>{note}</p>}
      {isPreview && (
        <p className={css.quiet} role="status">
          {t('This is a preview: you see what buyers see, but you cannot buy.')}
        </p>
      )}
      <Suspense fallback={null}>
        {isArtist && <ManageEdition edition={edition} now={now} PhasesForm={PhasesForm} />}
        {isBuying && viewer !== null && sale !== null && (
          <BuyPrintDialog
            edition={edition}
            priceDrops={sale.priceDrops}
            needsCode={sale.phase.audience === 'promo_code'}
            onClose={() => setBuying(false)}
          />
        )}
      </Suspense>
    </section>
  )
}

/** Returns why the button is disabled; null if it is enabled. */
function noteOf(edition: Edition, isMarketplace: boolean): string | null {
  if (!edition.announced) return t('This collection has not been announced yet.')
  if (isPending(edition)) return t('Nothing can be sold until all payees have agreed.')
  return isMarketplace ? marketplaceSells : null
}

const overWords = {
  paused: t('The artist has paused the sale.'),
  closed: t('The artist has closed this edition.'),
  sold_out: t('Sold out'),
  ended: t('The sale has ended.'),
}

interface SaleStateProps {
  edition: Edition
  state: EditionState
  onClock: (iso: string) => string
  xrpPrice: EditionReply['xrpPrice']
}

function SaleState({ edition, state, onClock, xrpPrice }: SaleStateProps) {
  if (state.kind === 'upcoming') {
    const { startsAt, priceDrops } = state.phase
    return (
      <>
        <p className={css.quiet}>{t('Price at the start')}</p>
        <PriceOfPrint edition={edition} drops={BigInt(priceDrops)} xrpPrice={xrpPrice} />
        <dl className={css.clock}>
          <dt>{t('Starts in')}</dt>
          <dd>
            <Countdown until={onClock(startsAt)} over={t('Starting')} />
          </dd>
        </dl>
      </>
    )
  }
  if (state.kind === 'last_number')
    return (
      <>
        <p>
          {t('The sale has ended. Number {number} was reserved but not paid for, so it is still for sale.', {
            number: state.number,
          })}
        </p>
        <PriceOfPrint edition={edition} drops={state.priceDrops} xrpPrice={xrpPrice} />
      </>
    )
  if (state.kind !== 'open') return <p className={css.price}>{overWords[state.kind]}</p>
  const { phase, priceDrops } = state
  return (
    <>
      <p className={css.quiet}>{phase.decline === null ? t('Price') : t('Price now, falling')}</p>
      <PriceOfPrint edition={edition} drops={priceDrops} xrpPrice={xrpPrice} />
      {phase.endsAt !== null && (
        <dl className={css.clock}>
          <dt>{t('Ends in')}</dt>
          <dd>
            <Countdown until={onClock(phase.endsAt)} over={t('Ended')} />
          </dd>
        </dl>
      )}
    </>
  )
}

interface PriceOfPrintProps {
  edition: Edition
  drops: bigint
  xrpPrice: EditionReply['xrpPrice']
}

function PriceOfPrint({ edition, drops, xrpPrice }: PriceOfPrintProps) {
  const { tokens } = useSettings()
  return (
    <p className={css.price}>
      <Changed value={drops.toString()}>{printPrice(drops, edition, tokens)}</Changed>{' '}
      {drops > 0n && edition.currency === null && (
        <span className={css.usd}>
          <FiatText drops={drops.toString()} price={xrpPrice} />
        </span>
      )}
    </p>
  )
}
