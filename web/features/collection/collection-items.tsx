import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useDeferredValue, useMemo } from 'react'
import { itemsInput, type ItemsSearch } from '#contract/rules/list-addresses.ts'
import { t } from '#web/messages.ts'
import { collectionNftsQuery, collectionQuery } from '#web/kit/collections/queries.ts'
import { DensitySwitch, useDensity } from '#web/kit/lists/density.tsx'
import { FilterPanel } from '#web/kit/lists/filter-panel.tsx'
import layout from '#web/kit/lists/list-layout.module.css'
import { ListToolbar } from '#web/kit/lists/list-toolbar.tsx'
import { PagedList } from '#web/kit/lists/paged-list.tsx'
import type { ChangeSearch } from '#web/kit/lists/use-search-change.ts'
import { WorksSkeleton } from '#web/kit/nfts/works-skeleton.tsx'
import { useAccount } from '#web/wallet/session/session.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Select } from '#web/ui/select.tsx'
import { lazyCode } from '#web/ui/lazy-code.ts'
import { activeItemFilters } from './items/items-chips.ts'
import { ItemsGrid } from './items/items-grid.tsx'
import { itemsFilterCount, itemSorts } from './items/items-search.ts'
import { SweepButton } from './sweep/sweep-button.tsx'

const ItemsFilters = lazyCode(async () => (await import('./items/items-filters.tsx')).ItemsFilters)
const NftTable = lazyCode(async () => (await import('#web/kit/nfts/nft-table.tsx')).NftTable)

const noItems = {
  empty: t('No items yet'),
  advice: t('Works appear here as soon as they are added or minted.'),
}

/** Suggests the next step to an artist who has just created the collection. */
const AddWorks = ({ taxon }: { taxon: number }) => (
  <Link to="/create/multiple" search={{ taxon: String(taxon) }} className={buttonClass('primary')}>
    {t('Add works')}
  </Link>
)

interface CollectionItemsProps {
  id: string
  search: ItemsSearch
  onChange: ChangeSearch<ItemsSearch>
}

export function CollectionItems({ id, search, onChange }: CollectionItemsProps) {
  const list = useInfiniteQuery({
    ...collectionNftsQuery(itemsInput(id, search)),
    placeholderData: keepPreviousData,
  })
  const density = useDensity()
  const { data: collection } = useQuery(collectionQuery(id))
  const isOwn = useAccount() === collection?.issuer && collection !== undefined
  const barText = collection?.notAnnounced === true ? t('This NFT has not been announced yet.') : null
  const nfts = useMemo(() => list.data?.pages.flatMap(({ nfts: pageNfts }) => pageNfts), [list.data])
  // Renders the cards at low priority, so that filters and sorting respond at once.
  const deferredNfts = useDeferredValue(nfts)
  const filterCount = itemsFilterCount(search)
  const items = (
    <PagedList
      title={t('Items')}
      list={list}
      items={deferredNfts}
      isRendering={deferredNfts !== nfts}
      skeleton={<WorksSkeleton />}
      {...(filterCount === 0 ? noItems : { empty: t('No items fit these filters') })}
      action={isOwn && filterCount === 0 && <AddWorks taxon={collection.taxon} />}
    >
      {(works) =>
        density === 'table' ? (
          <Suspense fallback={null}>
            <NftTable nfts={works} sort={search.sort ?? 'unset'} onSort={(sort) => onChange({ sort })} />
          </Suspense>
        ) : (
          <ItemsGrid nfts={works} density={density} barred={barText} />
        )
      }
    </PagedList>
  )
  // An empty collection needs no filters, sorting or sweep, which would hide the next step.
  if (nfts?.length === 0 && filterCount === 0 && !list.isPlaceholderData) return items
  return (
    <div className={layout.layout}>
      <FilterPanel active={filterCount}>
        <ItemsFilters id={id} search={search} onChange={onChange} />
      </FilterPanel>
      <ListToolbar
        count={list.data?.pages[0]?.count}
        countWords={(total) =>
          list.data?.pages[0]?.atLeast === true
            ? t('{total, number}+ items', { total })
            : t('{total, plural, one {# item} other {# items}}', { total })
        }
        filters={activeItemFilters(search, onChange)}
        onClear={() => onChange(({ sort }) => ({ sort }))}
        action={<SweepButton id={id} search={search} />}
      >
        <DensitySwitch />
        <Select
          label={t('Sort')}
          options={itemSorts}
          value={search.sort ?? 'unset'}
          onChange={(sort) => onChange({ sort: sort === 'unset' ? undefined : sort })}
        />
      </ListToolbar>
      {items}
    </div>
  )
}
