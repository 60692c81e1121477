import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { dropsToXrp, formatXrpExact, parseXrp } from '#contract/rules/amounts.ts'
import { minimumOfferDrops } from '#contract/rules/fees.ts'
import { joinTrait } from '#contract/rules/list-addresses.ts'
import {
  bidDays,
  bidInputProblems,
  maxBidTraits,
  maxBidWorks,
  ticketsPerWork,
} from '#contract/limits/standing-bids.ts'
import { rich, t } from '#web/messages.ts'
import { sentenceOf } from '#web/api/error.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { facetsQuery } from '#web/kit/collections/queries.ts'
import { RetryButton } from '#web/kit/retry-button.tsx'
import { useDraftForm } from '#web/kit/use-draft-form.ts'
import { hasKeys, createStoredValue } from '#web/ui/persisted.ts'
import { Preparing } from '#web/wallet/requests/preparing.tsx'
import { useSigning } from '#web/wallet/requests/use-signing.ts'
import formActions from '#web/kit/form-actions.module.css'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import css from './bids.module.css'

interface PlaceBidDialogProps {
  collection: string
  name: string
  floorDrops: string | null
  /** The highest standing bid on the collection; null if there is none. */
  topDrops: string | null
  onClose: () => void
}

interface Draft {
  price: string
  works: string
  rank: string
  days: string
  /** Chosen values by trait. */
  traits: Record<string, string>
}

type BidField = 'price' | 'works' | 'rank' | 'traits'

const emptyDraft: Draft = { price: '', works: '1', rank: '', days: '7', traits: {} }
const anyValue = ''

const wholeNumber = (text: string) => (/^\d{1,7}$/.test(text.trim()) ? Number(text.trim()) : null)

/** The input in the terms of the call, with the errors of incomplete fields. */
function readDraft({ price, works, rank, days, traits }: Draft) {
  const drops = parseXrp(price.trim())
  const [worksCount, maxRank] = [wholeNumber(works), rank.trim() === '' ? null : wholeNumber(rank)]
  const pairs = Object.entries(traits).flatMap(([trait, value]) =>
    value === anyValue ? [] : [joinTrait(trait, value)],
  )
  const errors: { field: BidField; message: string }[] = []
  if (drops === null || drops < minimumOfferDrops)
    errors.push({ field: 'price', message: bidInputProblems.price() })
  if (worksCount === null || worksCount < 1 || worksCount > maxBidWorks)
    errors.push({ field: 'works', message: bidInputProblems.works() })
  if (rank.trim() !== '' && (maxRank === null || maxRank < 1))
    errors.push({ field: 'rank', message: bidInputProblems.rank() })
  if (pairs.length > maxBidTraits) errors.push({ field: 'traits', message: bidInputProblems.traits() })
  return {
    errors,
    body: {
      priceDrops: (drops ?? 0n).toString(),
      works: worksCount ?? 1,
      maxRank,
      traits: pairs,
      days: bidDays.find((choice) => String(choice) === days) ?? 7,
    },
  }
}

/** The form of a standing bid on a collection. */
export function PlaceBidDialog({ collection, name, floorDrops, topDrops, onClose }: PlaceBidDialogProps) {
  const storage = createStoredValue(
    sessionStorage,
    `opx_standing_bid:${collection}`,
    hasKeys<Draft>('price', 'traits'),
  )
  const form = useDraftForm<Draft, BidField>(() => storage.read() ?? emptyDraft, storage.tryWrite)
  const { draft, change, leave } = form
  const { busy, refusal, ask } = useSigning(() => {
    storage.remove()
    onClose()
  })
  const { errors, body } = readDraft(draft)
  const errorOf = (field: BidField) => form.shown(errors, field)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy || !form.attempt(errors.length > 0)) return
    void ask(
      'placeStandingBid',
      { body: { collectionID: collection, ...body } },
      { action: 'placeStandingBid', title: name, amount: body.priceDrops },
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Bid on works of {name}', { name })}
      description={t(
        'Owners can sell to you at this price. You confirm each sale, and nothing is paid before that.',
      )}
    >
      <form className={css.form} onSubmit={submit} noValidate>
        <div className={css.pair}>
          <Field
            label={t('Your bid for each work')}
            value={draft.price}
            onChange={(price) => change({ price })}
            onLeave={() => draft.price !== '' && leave('price')}
            error={errorOf('price')}
            inputMode="decimal"
            placeholder="0.00"
            suffix="XRP"
          />
          <Field
            label={t('Number of works')}
            value={draft.works}
            onChange={(works) => change({ works })}
            onLeave={() => leave('works')}
            error={errorOf('works')}
            inputMode="numeric"
          />
        </div>
        <div className={css.suggestions}>
          {[
            { label: t('Floor'), drops: floorDrops },
            { label: t('Top bid'), drops: topDrops },
          ].map(
            ({ label, drops }) =>
              drops !== null && (
                <Button key={label} size="small" onClick={() => change({ price: dropsToXrp(BigInt(drops)) })}>
                  {label} <AmountText amount={drops} />
                </Button>
              ),
          )}
        </div>
        {body.works > 1 && body.priceDrops !== '0' && (
          <p className={css.total}>
            {rich('{amount} in total', {
              amount: <AmountText amount={(BigInt(body.priceDrops) * BigInt(body.works)).toString()} />,
            })}
          </p>
        )}
        <Traits collection={collection} traits={draft.traits} onChange={(traits) => change({ traits })} />
        {errorOf('traits') !== null && (
          <p className={css.problem} role="alert">
            {errorOf('traits')}
          </p>
        )}
        <div className={css.pair}>
          <Field
            label={t('Highest rarity rank (optional)')}
            value={draft.rank}
            onChange={(rank) => change({ rank })}
            onLeave={() => leave('rank')}
            error={errorOf('rank')}
            inputMode="numeric"
          />
          <Select
            label={t('Open for')}
            options={bidDays.map((days) => ({
              value: String(days),
              title: t('{days, plural, one {# day} other {# days}}', { days }),
            }))}
            value={draft.days}
            onChange={(days) => change({ days })}
            isStacked
          />
        </div>
        <Commitment works={body.works} />
        <div role="alert">
          {refusal !== null && (
            <p className={css.problem}>
              {sentenceOf(refusal)} {t('Nothing was signed. What you typed is still here.')}
            </p>
          )}
        </div>
        <Preparing action="placeStandingBid" busy={busy} />
        <div className={formActions.actions}>
          <RetryButton
            error={refusal}
            look="primary"
            size="large"
            type="submit"
            busy={busy}
            unready={errors.length > 0}
          >
            {t('Continue in your wallet')}
          </RetryButton>
          <Button size="large" onClick={onClose}>
            {t('Not now')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Shows how much reserve a bid's tickets lock, and how the bid works. */
function Commitment({ works }: { works: number }) {
  const { ownerReserveDrops } = useSettings()
  const reserveDrops = BigInt(ownerReserveDrops) * BigInt(works * ticketsPerWork)
  return (
    <ul className={css.notes}>
      <li>
        {t('{xrp} XRP is set aside in your account while the bid is open, and released afterwards.', {
          xrp: formatXrpExact(reserveDrops),
        })}
      </li>
      <li>{t('The marketplace fee of 1 % is taken from the bid, and the seller pays it.')}</li>
      <li>
        {t(
          'After an owner has sold to you, you have 24 hours to sign. Your completed and missed sales are public, and three missed ones in a row pause your bids for a week.',
        )}
      </li>
    </ul>
  )
}

interface TraitsProps {
  collection: string
  traits: Draft['traits']
  onChange: (traits: Draft['traits']) => void
}

/** One choice for each trait of the collection. */
function Traits({ collection, traits, onChange }: TraitsProps) {
  const { data } = useQuery(facetsQuery(collection, {}))
  const [isOpen, setOpen] = useState(Object.keys(traits).length > 0)
  if (data === undefined || data.length === 0) return null
  if (!isOpen) return <Button onClick={() => setOpen(true)}>{t('Only works with certain traits')}</Button>
  return (
    <div className={css.traits}>
      {data.map(({ trait, values }) => (
        <Select
          key={trait}
          label={trait}
          options={[
            { value: anyValue, title: t('any') },
            ...values.map(({ value }) => ({ value, title: value })),
          ]}
          value={traits[trait] ?? anyValue}
          onChange={(value) => onChange({ ...traits, [trait]: value })}
          isStacked
        />
      ))}
    </div>
  )
}
