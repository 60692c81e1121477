import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import { t } from '#web/messages.ts'
import { accountCollectionsQuery } from '#web/kit/accounts/queries.ts'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { useCurrencyName } from '#web/kit/amounts/use-currency-name.ts'
import {
  type MintSettings,
  type OnDemandPlace,
  plainSettings,
  type SettingField,
  taxonOf,
} from './mint-draft.ts'
import css from './minting.module.css'

interface PlaceFieldsProps {
  account: string
  settings: MintSettings
  /** Set if the collection mints on demand. A price field is then shown. */
  onDemand: OnDemandPlace
  /** The taxon of the collection to select initially. Without it, the account's only collection is selected. */
  proposedTaxon?: string | null
  onChange: (changes: Partial<MintSettings>) => void
  onLeave: (field: SettingField) => void
  errorOf: (field: SettingField) => string | null
}

/** Collection or taxon, royalty, and the price for on-demand collections. */
export function PlaceFields(props: PlaceFieldsProps) {
  const { account, settings, onDemand, proposedTaxon = null, onChange, onLeave, errorOf } = props
  const { place, taxon, royalty, price } = settings
  const { data: collections = [], isLoading } = useQuery(accountCollectionsQuery(account))
  const unit = useCurrencyName(onDemand?.currency ?? null)
  const choose = (value: string) => {
    const collection = collections.find((candidate) => String(candidate.taxon) === value)
    onChange({ place: value, ...(collection === undefined ? {} : { royalty: String(collection.royalty) }) })
  }
  // Select the proposed collection initially, unless the user has typed something.
  const [firstCollection, ...otherCollections] = collections
  const proposal =
    collections.find((collection) => String(collection.taxon) === proposedTaxon) ??
    (otherCollections.length > 0 ? null : (firstCollection ?? null))
  const isUntouched = place === 'number' && taxon === '' && royalty === plainSettings.royalty
  const wasProposed = useRef(false)
  // Before the browser paints, so that no field appears for a moment.
  useLayoutEffect(() => {
    if (proposal === null || wasProposed.current) return
    wasProposed.current = true
    if (isUntouched) onChange({ place: String(proposal.taxon), royalty: String(proposal.royalty) })
  }, [proposal, isUntouched, onChange])
  const isKnown = place === 'number' || collections.some((collection) => String(collection.taxon) === place)
  return (
    <>
      <div className={css.pair}>
        {(collections.length > 0 || isLoading) && (
          <Select
            label={t('Collection')}
            options={[
              { value: 'number', title: t('No collection') },
              ...collections.map(({ name, taxon }) => ({ value: String(taxon), title: name })),
            ]}
            value={isKnown ? place : 'number'}
            onChange={choose}
            isStacked
          />
        )}
        {(place === 'number' ? !isLoading : !isKnown) && (
          <Field
            label={t('Taxon *')}
            value={place === 'number' ? taxon : place}
            onChange={(text) => onChange({ place: 'number', taxon: text })}
            onLeave={() => onLeave('taxon')}
            error={errorOf('taxon')}
            hint={t('Series number: works with the same number belong together.')}
            inputMode="decimal"
            placeholder="0"
          />
        )}
        <Field
          label={t('Royalty *')}
          value={royalty}
          onChange={(text) => onChange({ royalty: text })}
          onLeave={() => onLeave('royalty')}
          error={errorOf('royalty')}
          hint={t('Your share of every later sale, 0 to 50 %.')}
          inputMode="decimal"
          suffix="%"
        />
      </div>
      {onDemand !== null && (
        <Field
          label={t('Price')}
          value={price}
          onChange={(text) => onChange({ price: text })}
          onLeave={() => onLeave('price')}
          error={errorOf('price')}
          hint={t('The price a buyer pays. Leave it empty to keep the item off sale.')}
          inputMode="decimal"
          suffix={unit}
        />
      )}
    </>
  )
}

/** Returns the collection of the new NFT, even if only its taxon was typed, because the collection's rules apply. */
export function useOwnCollection(account: string, settings: Pick<MintSettings, 'place' | 'taxon'>) {
  const taxon = taxonOf(settings)
  return useOwnCollections(account).find((collection) => String(collection.taxon) === taxon) ?? null
}

/** Returns the collections of an account; empty until they are loaded. */
function useOwnCollections(account: string) {
  return useQuery(accountCollectionsQuery(account)).data ?? []
}
