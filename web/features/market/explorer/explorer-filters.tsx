import { t } from '#web/messages.ts'
import { AddressField } from '#web/kit/lists/address-field.tsx'
import { FilterGroup } from '#web/kit/lists/filter-group.tsx'
import group from '#web/kit/lists/filter-group.module.css'
import { RangeFields } from '#web/kit/lists/range-fields.tsx'
import { xrpOf, wholeOf } from '#contract/rules/search-reader.ts'
import { SavedFilters } from '#web/kit/lists/saved-filters.tsx'
import type { ChangeSearch } from '#web/kit/lists/use-search-change.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { type ExplorerSearch, readExplorerSearch } from '#contract/rules/list-addresses.ts'
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
        onApply={(savedFilter) => onChange(() => savedFilter)}
      />
      <div className={group.group}>
        <TextField
          label={t('Search by name')}
          value={search.q ?? ''}
          onCommit={(q) => onChange({ q: q || undefined })}
        />
      </div>
      <FilterGroup title={t('Status')}>
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
      <FilterGroup title={t('Floor price in XRP')}>
        <RangeFields
          quantity="XRP"
          min={search.price_min}
          max={search.price_max}
          read={xrpOf}
          onMin={(price_min) => onChange({ price_min })}
          onMax={(price_max) => onChange({ price_max })}
        />
      </FilterGroup>
      <FilterGroup title={t('Number of items')}>
        <RangeFields
          quantity={t('Items')}
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
        <summary>{t('Issuer and taxon')}</summary>
        <FilterGroup title={t('How the ledger identifies a collection')}>
          <AddressField
            label={t('Issuer')}
            value={search.issuer}
            onChange={(issuer) => onChange({ issuer })}
          />
          <TextField
            label={t('Taxon')}
            value={search.taxon ?? ''}
            inputMode="numeric"
            problem={(text) => (wholeOf(text, 10) === undefined ? t('Enter a number, such as 12.') : null)}
            onCommit={(taxon) => onChange({ taxon: wholeOf(taxon, 10) })}
          />
        </FilterGroup>
      </details>
    </>
  )
}
