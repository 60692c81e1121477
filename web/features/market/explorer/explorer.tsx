import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Grid2x2, Rows3 } from 'lucide-react'
import { Suspense } from 'react'
import { t } from '#web/messages.ts'
import { FilterPanel } from '#web/kit/lists/filter-panel.tsx'
import layout from '#web/kit/lists/list-layout.module.css'
import { ListToolbar } from '#web/kit/lists/list-toolbar.tsx'
import { PagedList } from '#web/kit/lists/paged-list.tsx'
import type { ChangeSearch } from '#web/kit/lists/use-search-change.ts'
import { createStoredView } from '#web/kit/lists/stored-view.ts'
import { ViewSwitch } from '#web/kit/lists/view-switch.tsx'
import { Select } from '#web/ui/select.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import page from '#web/ui/page.module.css'
import { CollectionCard } from '#web/kit/collections/collection-card.tsx'
import { CollectionsSkeleton } from '#web/kit/collections/collections-skeleton.tsx'
import { lazyCode } from '#web/ui/lazy-code.ts'
import css from './explorer.module.css'
import { activeExplorerFilters } from './explorer-chips.ts'
import { collectionSorts, explorerFilterCount } from './explorer-search.ts'
import { explorerInput, type ExplorerSearch } from '#contract/rules/list-addresses.ts'
import { collectionsQuery } from '#web/kit/collections/queries.ts'

const ExplorerFilters = lazyCode(async () => (await import('./explorer-filters.tsx')).ExplorerFilters)
const CollectionTable = lazyCode(async () => (await import('./collection-table.tsx')).CollectionTable)

const views = [
  { value: 'cards', title: t('Cards'), icon: Grid2x2 },
  { value: 'table', title: t('Table'), icon: Rows3 },
] as const
const explorerView = createStoredView('opx_explorer_view', ['cards', 'table'])

interface ExplorerProps {
  search: ExplorerSearch
  onChange: ChangeSearch<ExplorerSearch>
}

export function Explorer({ search, onChange }: ExplorerProps) {
  const list = useInfiniteQuery({
    ...collectionsQuery(explorerInput(search)),
    placeholderData: keepPreviousData,
  })
  const view = explorerView.use()
  const collections = list.data?.pages.flatMap(({ list: pageCollections }) => pageCollections)
  return (
    <div className={page.wide}>
      <h1 className={css.title}>{t('Collections')}</h1>
      <div className={layout.layout}>
        <FilterPanel active={explorerFilterCount(search)}>
          <ExplorerFilters search={search} onChange={onChange} />
        </FilterPanel>
        <ListToolbar
          count={list.data?.pages[0]?.count}
          countWords={(total) => t('{total, plural, one {# collection} other {# collections}}', { total })}
          filters={activeExplorerFilters(search, onChange)}
          onClear={() => onChange(({ sort }) => ({ sort }))}
        >
          <ViewSwitch label={t('View')} options={views} value={view} onChange={explorerView.set} />
          <Select
            label={t('Sort')}
            options={collectionSorts}
            value={search.sort ?? 'volume_dec'}
            onChange={(sort) => onChange({ sort: sort === 'volume_dec' ? undefined : sort })}
          />
        </ListToolbar>
        <PagedList
          title={t('All that fit')}
          list={list}
          items={collections}
          skeleton={<CollectionsSkeleton />}
          {...(explorerFilterCount(search) === 0
            ? {
                empty: t('No collections yet'),
                advice: t('Be the first: choose Create.'),
              }
            : { empty: t('No collections fit these filters') })}
        >
          {(items) =>
            view === 'table' ? (
              <Suspense fallback={<Skeleton height={`${2.5 + 3.5625 * items.length}rem`} />}>
                <CollectionTable
                  collections={items}
                  sort={search.sort ?? 'volume_dec'}
                  onSort={(sort) => onChange({ sort: sort === 'volume_dec' ? undefined : sort })}
                />
              </Suspense>
            ) : (
              <ul className={layout.collections}>
                {items.map((collection) => (
                  <li key={collection._id}>
                    <CollectionCard collection={collection} />
                  </li>
                ))}
              </ul>
            )
          }
        </PagedList>
      </div>
    </div>
  )
}
