import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { askedText } from '#contract/rules/search-reader.ts'
import type { SearchReply } from '#contract/schemas/lists.ts'
import { t } from '#web/messages.ts'
import { Address } from '#web/kit/accounts/address.tsx'
import { QueryError } from '#web/kit/query-states.tsx'
import { CollectionCard } from '#web/kit/collections/collection-card.tsx'
import { CollectionsSkeleton } from '#web/kit/collections/collections-skeleton.tsx'
import layout from '#web/kit/lists/list-layout.module.css'
import { NftCard } from '#web/kit/nfts/nft-card.tsx'
import { WorksSkeleton } from '#web/kit/nfts/works-skeleton.tsx'
import { NothingFound } from '#web/kit/nothing-found.tsx'
import { rememberSearch } from '#web/kit/recent-searches.ts'
import { Message } from '#web/ui/message.tsx'
import page from '#web/ui/page.module.css'
import { Section } from '#web/ui/section.tsx'
import { usePageMeta } from '#web/kit/use-page-meta.ts'
import { searchQuery } from './queries.ts'
import css from './search-page.module.css'

/** Up to this number, collections are too few for a row of cards. */
const fewCollections = 2

const noResults: SearchReply = { artists: [], collections: [], nfts: [] }

/** Search results: artists, collections, NFTs. */
export function SearchPage({ text }: { text: string }) {
  // An empty text has no results, so it needs no request.
  const blank = askedText(text) === ''
  const query = useQuery({ ...searchQuery(text), enabled: !blank })
  const results = blank ? noResults : query.data
  usePageMeta({ title: `${t('Search: {text}', { text })} · OPX` })
  useEffect(() => {
    if (!blank) rememberSearch(askedText(text))
  }, [blank, text])
  const isEmpty =
    results !== undefined && results.artists.length + results.collections.length + results.nfts.length === 0
  return (
    <div className={page.wide}>
      <h1 className={css.title}>
        <span className={css.kicker}>{t('Search')}</span>
        {text}
      </h1>
      {isEmpty && (
        <p className={css.lead}>
          {t('No artist, collection or work matches these words. Try a shorter search, or browse below.')}
        </p>
      )}
      {results === undefined && query.error !== null ? (
        <QueryError error={query.error} retry={query.refetch} />
      ) : (
        <>
          {results !== undefined && results.artists.length > 0 && (
            <Section title={t('Artists')} count={results.artists.length}>
              <ul className={css.artists}>
                {results.artists.map((account) => (
                  <li key={account}>
                    <Address account={account} full size={56} />
                  </li>
                ))}
              </ul>
            </Section>
          )}
          <Section title={t('Collections')} count={results?.collections.length}>
            <Found items={results?.collections} skeleton={<CollectionsSkeleton />}>
              {(collections) => (
                <ul className={collections.length > fewCollections ? layout.collections : css.few}>
                  {collections.map((collection) => (
                    <li key={collection._id}>
                      <CollectionCard collection={collection} wide={collections.length <= fewCollections} />
                    </li>
                  ))}
                </ul>
              )}
            </Found>
          </Section>
          <Section title={t('Nfts')} count={results?.nfts.length}>
            <Found items={results?.nfts} skeleton={<WorksSkeleton />}>
              {(nfts) => (
                <ul className={layout.works}>
                  {nfts.map((nft) => (
                    <li key={nft.nftokenID}>
                      <NftCard nft={nft} />
                    </li>
                  ))}
                </ul>
              )}
            </Found>
          </Section>
          {isEmpty && <NothingFound />}
        </>
      )}
    </div>
  )
}

interface FoundProps<T> {
  items: T[] | undefined
  skeleton: ReactNode
  children: (items: T[]) => ReactNode
}

function Found<T>({ items, skeleton, children }: FoundProps<T>) {
  if (items === undefined) return skeleton
  if (items.length > 0) return children(items)
  return (
    <div className={css.none}>
      <Message title={t('no data')} />
    </div>
  )
}
