import { m } from '#web/messages.ts'
import { AddressField } from '#web/kit/lists/address-field.tsx'
import { FilterGroup } from '#web/kit/lists/filter-group.tsx'
import { RangeFields } from '#web/kit/lists/range-fields.tsx'
import { xrpOf, wholeOf } from '#worker/contract/search-reader.ts'
import { SavedFilters } from '#web/kit/lists/saved-filters.tsx'
import type { ChangeSearch } from '#web/kit/lists/use-search-change.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { type ExplorerSearch, readExplorerSearch } from '#worker/contract/list-addresses.ts'
import css from './explorer.module.css'
import { explorerFlags } from './explorer-search.ts'

interface ExplorerFiltersProps {
  search: ExplorerSearch
  onChange: ChangeSearch<ExplorerSearch>
}

export function ExplorerFilters({ search, onChange }: ExplorerFiltersProps) {
  return (
    <>
      <SavedFilters
        list="explorer"
        current={search}
        read={readExplorerSearch}
        onApply={(saved) => onChange(() => saved)}
      />
      <FilterGroup title={m.market_explorer_filters_name}>
        <TextField
          label={m.market_explorer_filters_search_by_name}
          value={search.q ?? ''}
          onCommit={(q) => onChange({ q: q || undefined })}
        />
      </FilterGroup>
      <FilterGroup title={m.market_explorer_filters_status}>
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
      <FilterGroup title={m.market_explorer_filters_floor_price_in_xrp}>
        <RangeFields
          what="XRP"
          min={search.price_min}
          max={search.price_max}
          read={xrpOf}
          onMin={(price_min) => onChange({ price_min })}
          onMax={(price_max) => onChange({ price_max })}
        />
      </FilterGroup>
      <FilterGroup title={m.market_explorer_filters_number_of_items}>
        <RangeFields
          what={m.common_items}
          min={search.items_min}
          max={search.items_max}
          read={(text) => wholeOf(text, 9)}
          onMin={(items_min) => onChange({ items_min })}
          onMax={(items_max) => onChange({ items_max })}
        />
      </FilterGroup>
      <details
        className={css.expert}
        open={search.issuer !== undefined || search.taxon !== undefined || undefined}
      >
        <summary>{m.market_explorer_filters_issuer_and_taxon}</summary>
        <FilterGroup title={m.market_explorer_filters_ledger_identifies_collection}>
          <AddressField
            label={m.common_issuer}
            value={search.issuer}
            onChange={(issuer) => onChange({ issuer })}
          />
          <TextField
            label={m.common_taxon}
            value={search.taxon ?? ''}
            inputMode="numeric"
            problem={(text) => (wholeOf(text, 10) === undefined ? m.kit_range_fields_not_a_number : null)}
            onCommit={(taxon) => onChange({ taxon: wholeOf(taxon, 10) })}
          />
        </FilterGroup>
      </details>
    </>
  )
}
