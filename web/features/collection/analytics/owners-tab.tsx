import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { OwnersReply } from '#worker/contract/figures.ts'
import { locale, m } from '#web/messages.ts'
import { Address } from '#web/kit/accounts/address.tsx'
import { percentOf } from '#web/kit/amounts/percent.ts'
import { ownersQuery } from '#web/kit/collections/queries.ts'
import records from '#web/kit/lists/records.module.css'
import { QueryStates } from '#web/kit/query-states.tsx'
import { useAccount } from '#web/wallet/session/session.ts'
import facts from '#web/ui/facts.module.css'
import { Message } from '#web/ui/message.tsx'
import { Meter } from '#web/ui/meter.tsx'
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx'
import css from './analytics.module.css'

/** How the works of a collection are distributed over their owners. */
export function OwnersTab({ id }: { id: string }) {
  const query = useQuery(ownersQuery(id))
  return (
    <section aria-label={m.common_owners} className={css.tab}>
      <QueryStates
        query={query}
        pending={
          <>
            <LoadingNote what={m.collection_owners_tab_the_owners} />
            <Skeleton height="20rem" />
          </>
        }
      >
        {(owners) =>
          owners.owners === 0 ? (
            <Message title={m.collection_owners_tab_no_owners_yet}>
              <p>{m.collection_owners_tab_nothing_collection_ledger}</p>
            </Message>
          ) : (
            <Owners id={id} reply={owners} />
          )
        }
      </QueryStates>
    </section>
  )
}

const groupName = ({ least, most }: OwnersReply['groups'][number]) =>
  most === null
    ? m.collection_owners_tab_and_more({ least })
    : least === most
      ? String(least)
      : m.collection_owners_tab_to({ least, most })

function Owners({ id, reply: { works, owners, groups, top } }: { id: string; reply: OwnersReply }) {
  const viewer = useAccount()
  const ofTen = top.slice(0, 10).reduce((sum, holder) => sum + holder.works, 0)
  return (
    <>
      <dl className={facts.facts}>
        <div>
          <dt>{m.common_owners}</dt>
          <dd>{owners.toLocaleString(locale)}</dd>
        </div>
        <div>
          <dt>{m.collection_owners_tab_unique_owners}</dt>
          <dd>{m.common_percent({ number: percentOf(owners, works) })}</dd>
        </div>
        <div>
          <dt>{m.collection_owners_tab_held_by_the_top({ min: Math.min(10, top.length) })}</dt>
          <dd>{m.common_percent({ number: percentOf(ofTen, works) })}</dd>
        </div>
        <div>
          <dt>{m.common_works}</dt>
          <dd>{works.toLocaleString(locale)}</dd>
        </div>
      </dl>
      <div className={css.owners}>
        <section aria-labelledby="top-holders">
          <h2 id="top-holders" className={css.title}>
            {m.collection_owners_tab_top_holders}
          </h2>
          <table className={records.table}>
            <thead>
              <tr>
                <th scope="col">{m.common_account}</th>
                <th scope="col">{m.common_works}</th>
                <th scope="col">{m.common_share}</th>
              </tr>
            </thead>
            <tbody>
              {top.map(({ account, works: held }) => (
                <tr key={account}>
                  <td>
                    <Address account={account} viewer={viewer} toNfts />
                  </td>
                  <td>
                    <Link to="/collection/$id/items" params={{ id }} search={{ owner: account }}>
                      {held.toLocaleString(locale)}
                    </Link>
                  </td>
                  <td>
                    <span className={css.share}>
                      <Meter value={held} max={works} label={m.collection_owners_tab_share_of({ account })} />
                      {m.common_percent({ number: percentOf(held, works) })}
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        <section aria-labelledby="distribution">
          <h2 id="distribution" className={css.title}>
            {m.collection_owners_tab_distribution}
          </h2>
          <table className={records.table}>
            <thead>
              <tr>
                <th scope="col">{m.collection_owners_tab_works_held}</th>
                <th scope="col">{m.common_owners}</th>
                <th scope="col">{m.collection_owners_tab_share_of_owners}</th>
              </tr>
            </thead>
            <tbody>
              {groups.map((group) => (
                <tr key={group.least}>
                  <td>{groupName(group)}</td>
                  <td>{group.owners.toLocaleString(locale)}</td>
                  <td>
                    <span className={css.share}>
                      <Meter
                        value={group.owners}
                        max={owners}
                        label={m.collection_owners_tab_owners_of({ groupName: groupName(group) })}
                      />
                      {m.common_percent({ number: percentOf(group.owners, owners) })}
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </div>
    </>
  )
}
