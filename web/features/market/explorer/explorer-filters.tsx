import { FilterGroup } from '#web/kit/lists/filter-group.tsx'
import { RangeFields } from '#web/kit/lists/range-fields.tsx'
import { xrpOf, wholeOf } from '#worker/contract/search-reader.ts'
import { SavedFilters } from '#web/kit/lists/saved-filters.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { type ExplorerSearch, readExplorerSearch } from '#worker/contract/list-addresses.ts'
import css from './explorer.module.css'
import { explorerFlags } from './explorer-search.ts'

/** Removes every filter that is set. */
const cleared = (search: ExplorerSearch): Partial<ExplorerSearch> =>
  Object.fromEntries(Object.keys(search).map((key) => [key, undefined]))

interface ExplorerFiltersProps {
  search: ExplorerSearch
  onChange: (changes: Partial<ExplorerSearch>) => void
}

export function ExplorerFilters({ search, onChange }: ExplorerFiltersProps) {
  return (
    <>
      <SavedFilters
        list="explorer"
        current={search}
        read={readExplorerSearch}
        onApply={(saved) => onChange({ ...cleared(search), ...saved })}
      />
      <FilterGroup title="Name">
        <TextField
          label="Search by name"
          value={search.q ?? ''}
          onCommit={(q) => onChange({ q: q || undefined })}
        />
      </FilterGroup>
      <FilterGroup title="Status">
        {explorerFlags.map(([flag, name]) => (
          <Checkbox
            key={flag}
            checked={search[flag] === 'true'}
            onChange={(on) => onChange({ [flag]: on ? 'true' : undefined })}
          >
            {name}
          </Checkbox>
        ))}
      </FilterGroup>
      <FilterGroup title="Floor price in XRP">
        <RangeFields
          what="XRP"
          min={search.price_min ?? ''}
          max={search.price_max ?? ''}
          onChange={({ min, max }) =>
            onChange(min === undefined ? { price_max: xrpOf(max) } : { price_min: xrpOf(min) })
          }
        />
      </FilterGroup>
      <FilterGroup title="Number of items">
        <RangeFields
          what="Items"
          min={search.items_min ?? ''}
          max={search.items_max ?? ''}
          onChange={({ min, max }) =>
            onChange(min === undefined ? { items_max: wholeOf(max, 9) } : { items_min: wholeOf(min, 9) })
          }
        />
      </FilterGroup>
      <details
        className={css.expert}
        open={search.issuer !== undefined || search.taxon !== undefined || undefined}
      >
        <summary>Issuer and taxon</summary>
        <FilterGroup title="What the ledger identifies a collection by">
          <TextField
            label="Issuer"
            value={search.issuer ?? ''}
            placeholder="r..."
            onCommit={(issuer) => onChange({ issuer: issuer || undefined })}
          />
          <TextField
            label="Taxon"
            value={search.taxon ?? ''}
            inputMode="numeric"
            onCommit={(taxon) => onChange({ taxon: wholeOf(taxon, 10) })}
          />
        </FilterGroup>
      </details>
    </>
  )
}
