import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  canChooseTraits,
  type ItemsSearch,
  joinTrait,
  readItemsSearch,
  traitLimit,
} from '#contract/rules/list-addresses.ts'
import type { FacetsReply } from '#contract/schemas/lists.ts'
import { xrpOf } from '#contract/rules/search-reader.ts'
import { locale, t } from '#web/messages.ts'
import { facetsQuery } from '#web/kit/collections/queries.ts'
import { AddressField } from '#web/kit/lists/address-field.tsx'
import { FilterGroup } from '#web/kit/lists/filter-group.tsx'
import group from '#web/kit/lists/filter-group.module.css'
import { RangeFields } from '#web/kit/lists/range-fields.tsx'
import { SavedFilters } from '#web/kit/lists/saved-filters.tsx'
import type { ChangeSearch } from '#web/kit/lists/use-search-change.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { withoutTrait, withTrait } from './items-chips.ts'
import { itemStatuses, saleFlags, tokenFlags } from './items-search.ts'
import facet from './trait-facet.module.css'

const filterHints: Partial<Record<string, string>> = {
  buyable: t('Anyone can buy it now at the listed price.'),
  auction: t('Accepts bids until the auction ends.'),
  mintable: t('Not minted yet, with a price.'),
  demand: t('Not minted yet, with or without a price.'),
  unlisted: t('It is not for sale at a fixed price now.'),
  sale: t('Sold by someone other than the artist or OPX.'),
  burnable: t('The issuer can destroy it.'),
  transferable: t('It can be sold to anyone.'),
  onlyXRP: t('Can be sold for XRP only.'),
  trustLine: t('The issuer accepts royalties in any currency.'),
}

interface ItemsFiltersProps {
  id: string
  search: ItemsSearch
  onChange: ChangeSearch<ItemsSearch>
}

export function ItemsFilters({ id, search, onChange }: ItemsFiltersProps) {
  const facets = useQuery({ ...facetsQuery(id, search), placeholderData: keepPreviousData })
  const renderFlags = (names: typeof saleFlags | typeof tokenFlags) =>
    names.map(([flag, name]) => (
      <Checkbox
        key={flag}
        hint={filterHints[flag]}
        checked={search[flag] === 'true'}
        onChange={(on) => onChange({ [flag]: on ? 'true' : undefined })}
      >
        {name}
      </Checkbox>
    ))
  return (
    <>
      <SavedFilters
        list={`items:${id}`}
        current={search}
        read={readItemsSearch}
        onApply={(savedFilter) => onChange(() => savedFilter)}
      />
      <div className={group.group}>
        <TextField
          label={t('Search by name')}
          value={search.name ?? ''}
          onCommit={(name) => onChange({ name: name || undefined })}
        />
      </div>
      <FilterGroup title={t('Sale')}>
        {renderFlags(saleFlags)}
        {/* Omits the status `listed`, because the flag `buyable` selects the same works. */}
        {itemStatuses
          .filter(([status]) => status !== 'listed')
          .map(([status, name]) => (
            <Checkbox
              key={status}
              hint={filterHints[status]}
              checked={search.status === status}
              onChange={(on) =>
                onChange((now) => ({
                  ...now,
                  status: on ? status : now.status === status ? undefined : now.status,
                }))
              }
            >
              {name}
            </Checkbox>
          ))}
      </FilterGroup>
      <FilterGroup title={t('Price in XRP')}>
        <RangeFields
          quantity="XRP"
          min={search.price_min}
          max={search.price_max}
          read={xrpOf}
          onMin={(price_min) => onChange({ price_min })}
          onMax={(price_max) => onChange({ price_max })}
        />
      </FilterGroup>
      {(facets.data ?? []).map(({ trait, values }) => (
        <TraitFacet
          key={trait}
          trait={trait}
          values={values}
          chosenValues={search.trait ?? []}
          onToggle={(pair, on) =>
            onChange((now) => ({
              ...now,
              trait: on ? withTrait(now.trait, pair) : withoutTrait(now.trait, pair),
            }))
          }
        />
      ))}
      <FilterGroup title={t('Token')}>{renderFlags(tokenFlags)}</FilterGroup>
      <FilterGroup title={t('Owner')}>
        <AddressField label={t('Address')} value={search.owner} onChange={(owner) => onChange({ owner })} />
      </FilterGroup>
    </>
  )
}

interface TraitFacetProps {
  trait: string
  values: FacetsReply[number]['values']
  /** Selected `trait:value` pairs of all traits. */
  chosenValues: string[]
  onToggle: (pair: string, on: boolean) => Promise<void>
}

/** The values of one trait with their counts, initially collapsed. */
function TraitFacet({ trait, values, chosenValues, onToggle }: TraitFacetProps) {
  const active = values.filter(({ value }) => chosenValues.includes(joinTrait(trait, value))).length
  const isFull = values.some(({ value }) => !canChooseTraits([...chosenValues, joinTrait(trait, value)]))
  return (
    <details className={facet.facet} open={active > 0 || undefined}>
      <summary className={facet.summary}>
        {trait}
        <span className={facet.count}>
          {active > 0 ? t('{active} of {count}', { active, count: values.length }) : values.length}
        </span>
      </summary>
      <div className={facet.values}>
        {isFull && <p className={facet.limit}>{traitLimit()}</p>}
        {values.map(({ value, count, atLeast }) => {
          const pair = joinTrait(trait, value)
          return (
            <Checkbox
              key={pair}
              checked={chosenValues.includes(pair)}
              disabled={isFull && !chosenValues.includes(pair)}
              onChange={(on) => onToggle(pair, on)}
            >
              {value}{' '}
              <span className={facet.count}>
                {count.toLocaleString(locale)}
                {atLeast && '+'}
              </span>
            </Checkbox>
          )
        })}
      </div>
    </details>
  )
}
