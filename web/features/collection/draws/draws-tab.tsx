import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Draw, DrawsReply } from '#worker/contract/draw-records.ts'
import { locale, m } from '#web/messages.ts'
import { call } from '#web/api/call.ts'
import { Address } from '#web/kit/accounts/address.tsx'
import { PagedList } from '#web/kit/lists/paged-list.tsx'
import { useAccount } from '#web/wallet/session/session.ts'
import facts from '#web/ui/facts.module.css'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx'
import css from './draws-tab.module.css'
import { useOwnDocument } from './use-own-document.ts'
import { VerifyPanel } from './verify-panel.tsx'

/** While a draw is open, its state changes with the ledgers. */
const freshMs = 5000
const firstPage: { marker?: string } = {}
const open: readonly Draw['state'][] = ['waiting', 'anchored', 'held']

const drawsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['getDraws', 'pages', { id }],
    queryFn: ({ pageParam, signal }) => call('getDraws', { query: { id, ...pageParam } }, { signal }),
    initialPageParam: firstPage,
    getNextPageParam: ({ marker }) => (marker === -1 ? undefined : { marker: String(marker) }),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ draws }) => draws.some(({ state }) => open.includes(state)))
        ? freshMs
        : false,
  })

/** All draws of a random collection, and their verification. */
export function DrawsTab({ id }: { id: string }) {
  const isOwn = useOwnDocument()
  const list = useInfiniteQuery(drawsQuery(id))
  const draws = list.data?.pages.flatMap((page) => page.draws)
  const [first] = list.data?.pages ?? []
  return (
    <section aria-label={m.collection_page_draws} className={css.tab}>
      <div className={css.intro}>
        <p>{m.collection_draws_tab_work_draw_gives_decided}</p>
        <p className={css.quiet}>{m.collection_draws_tab_works_artist_minted_listed}</p>
        <p className={css.links}>
          <a href="/fair-draws.txt" target="_blank" rel="noreferrer">
            {m.collection_draws_tab_how_draws_made_verified}
          </a>
          <a href="/verify-draws.mjs" download>
            {m.collection_draws_tab_download_the_verifier}
          </a>
        </p>
      </div>
      {isOwn && <VerifyPanel id={id} hasDraws={(first?.counts.draws ?? 0) > 0} />}
      {first !== undefined && <Counts counts={first.counts} />}
      <PagedList
        title={m.collection_page_draws}
        list={list}
        items={draws}
        skeleton={<RowsSkeleton />}
        empty={m.collection_draws_tab_no_draws_yet}
        advice={m.collection_draws_tab_every_draw_collection_appears}
      >
        {(items) => <Rows draws={items} />}
      </PagedList>
    </section>
  )
}

function Counts({ counts }: { counts: DrawsReply['counts'] }) {
  const named: [string, number][] = [
    [m.collection_page_draws, counts.draws],
    [m.collection_draws_tab_sold, counts.sold],
    [m.collection_draws_tab_held, counts.held],
    [m.collection_draws_tab_not_paid_in_time, counts.lapsed],
    [m.collection_draws_tab_withheld, counts.withheld],
    [m.collection_draws_tab_sold_out, counts.soldOut],
  ]
  return (
    <dl className={facts.facts}>
      {named.map(([name, count]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{count.toLocaleString(locale)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The state of a draw in plain words. */
const stateWords: Record<Draw['state'], string> = {
  waiting: m.collection_draws_tab_waiting_for_the_ledger,
  anchored: m.collection_draws_tab_being_drawn,
  held: m.collection_draws_tab_held_for_its_buyer,
  sold: m.collection_draws_tab_sold,
  lapsed: m.collection_draws_tab_not_paid_in_time,
  withheld: m.collection_draws_tab_withheld_by_the_marketplace,
  sold_out: m.collection_draws_tab_nothing_was_left,
}

function Rows({ draws }: { draws: readonly Draw[] }) {
  const viewer = useAccount()
  return (
    <>
      <div className={`${css.row} ${css.heads}`} aria-hidden="true">
        <span>{m.collection_draws_tab_number}</span>
        <span>{m.common_account}</span>
        <span>{m.collection_draws_tab_state}</span>
        <span>{m.collection_analytics_tab_work}</span>
        <span className={css.when}>{m.collection_analytics_tab_when}</span>
      </div>
      <ol>
        {draws.map(({ number, account, state, reveal, workName, date }) => (
          <li key={number} className={css.row}>
            <span className={css.number}>{number.toLocaleString(locale)}</span>
            <span className={css.who}>
              <Address account={account} viewer={viewer} />
            </span>
            <span className={css.state} data-state={state}>
              {stateWords[state]}
            </span>
            <span className={css.work}>
              {reveal === null ? (
                <span className={state === 'held' ? css.quiet : css.none}>
                  {state === 'held' ? m.collection_draws_tab_shown_after_its_sale : '–'}
                </span>
              ) : (
                <Link to="/nft/$id" params={{ id: reveal.nftokenID }}>
                  {workName ?? m.collection_draws_tab_the_work}
                </Link>
              )}
            </span>
            <span className={css.when}>
              <RelativeTime at={date} />
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}

function RowsSkeleton() {
  return (
    <div className={css.rows}>
      <LoadingNote what={m.collection_draws_tab_the_draws} />
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} height="3.5rem" />
      ))}
    </div>
  )
}
