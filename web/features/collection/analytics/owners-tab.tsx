import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { OwnersReply } from '#worker/contract/figures.ts'
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
    <section aria-label="Owners" className={css.tab}>
      <QueryStates
        query={query}
        pending={
          <>
            <LoadingNote what="the owners" />
            <Skeleton height="20rem" />
          </>
        }
      >
        {(owners) =>
          owners.owners === 0 ? (
            <Message title="No owners yet">
              <p>Nothing of this collection is on the ledger.</p>
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
  most === null ? `${least} and more` : least === most ? String(least) : `${least} to ${most}`

function Owners({ id, reply: { works, owners, groups, top } }: { id: string; reply: OwnersReply }) {
  const viewer = useAccount()
  const ofTen = top.slice(0, 10).reduce((sum, holder) => sum + holder.works, 0)
  return (
    <>
      <dl className={facts.facts}>
        <div>
          <dt>Owners</dt>
          <dd>{owners.toLocaleString('en')}</dd>
        </div>
        <div>
          <dt>Unique owners</dt>
          <dd>{percentOf(owners, works)} %</dd>
        </div>
        <div>
          <dt>Held by the top {Math.min(10, top.length)}</dt>
          <dd>{percentOf(ofTen, works)} %</dd>
        </div>
        <div>
          <dt>Works</dt>
          <dd>{works.toLocaleString('en')}</dd>
        </div>
      </dl>
      <div className={css.owners}>
        <section aria-labelledby="top-holders">
          <h2 id="top-holders" className={css.title}>
            Top holders
          </h2>
          <table className={records.table}>
            <thead>
              <tr>
                <th scope="col">Account</th>
                <th scope="col">Works</th>
                <th scope="col">Share</th>
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
                      {held.toLocaleString('en')}
                    </Link>
                  </td>
                  <td>
                    <span className={css.share}>
                      <Meter value={held} max={works} label={`Share of ${account}`} />
                      {percentOf(held, works)} %
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        <section aria-labelledby="distribution">
          <h2 id="distribution" className={css.title}>
            Distribution
          </h2>
          <table className={records.table}>
            <thead>
              <tr>
                <th scope="col">Works held</th>
                <th scope="col">Owners</th>
                <th scope="col">Share of owners</th>
              </tr>
            </thead>
            <tbody>
              {groups.map((group) => (
                <tr key={group.least}>
                  <td>{groupName(group)}</td>
                  <td>{group.owners.toLocaleString('en')}</td>
                  <td>
                    <span className={css.share}>
                      <Meter value={group.owners} max={owners} label={`Owners of ${groupName(group)}`} />
                      {percentOf(group.owners, owners)} %
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
