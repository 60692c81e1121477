import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { OwnersReply } from '#contract/schemas/figures.ts'
import { locale, t } from '#web/messages.ts'
import { Address } from '#web/kit/accounts/address.tsx'
import { Avatar } from '#web/kit/accounts/avatar.tsx'
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

/** Distribution of a collection's works among owners. */
export function OwnersTab({ id }: { id: string }) {
  const query = useQuery(ownersQuery(id))
  return (
    <section aria-label={t('Owners')} className={css.tab}>
      <QueryStates
        query={query}
        pending={
          <>
            <LoadingNote subject={t('the owners')} />
            <Skeleton height="20rem" />
          </>
        }
      >
        {(owners) =>
          owners.owners === 0 ? (
            <Message title={t('No owners yet')}>
              <p>{t('No NFTs in this collection are on the ledger.')}</p>
            </Message>
          ) : (
            <Owners id={id} reply={owners} />
          )
        }
      </QueryStates>
    </section>
  )
}

const groupName = ({ least: minItems, most: maxItems }: OwnersReply['groups'][number]) =>
  maxItems === null
    ? t('{least} and more', { least: minItems })
    : minItems === maxItems
      ? String(minItems)
      : t('{least} to {most}', { least: minItems, most: maxItems })

function Owners({ id, reply: { works, owners, groups, top } }: { id: string; reply: OwnersReply }) {
  const viewer = useAccount()
  // Omit the groups above the largest holding, which are all empty.
  const heldGroups = groups.slice(0, groups.findLastIndex((group) => group.owners > 0) + 1)
  const ofTen = top.slice(0, 10).reduce((sum, holder) => sum + holder.works, 0)
  return (
    <>
      <dl className={facts.facts}>
        <div>
          <dt>{t('Owners')}</dt>
          <dd>{owners.toLocaleString(locale)}</dd>
        </div>
        <div>
          <dt>{t('Unique owners')}</dt>
          <dd>{t('{number} %', { number: percentOf(owners, works) })}</dd>
        </div>
        <div>
          <dt>{t('Held by the top {min}', { min: Math.min(10, top.length) })}</dt>
          <dd>{t('{number} %', { number: percentOf(ofTen, works) })}</dd>
        </div>
        <div>
          <dt>{t('Works')}</dt>
          <dd>{works.toLocaleString(locale)}</dd>
        </div>
      </dl>
      <div className={css.owners}>
        <section aria-labelledby="top-holders">
          <h2 id="top-holders" className={css.title}>
            {t('Top holders')}
          </h2>
          <table className={records.table}>
            <thead>
              <tr>
                <th scope="col">{t('Account')}</th>
                <th scope="col">{t('Works')}</th>
                <th scope="col">{t('Share')}</th>
              </tr>
            </thead>
            <tbody>
              {top.map(({ account, works: count }) => (
                <tr key={account}>
                  <td>
                    <span className={css.holder}>
                      <Avatar account={account} size={40} />
                      <Address account={account} viewer={viewer} toNfts />
                    </span>
                  </td>
                  <td>
                    <Link
                      to="/collection/$id/items"
                      params={{ id }}
                      search={{ owner: account }}
                      className={css.held}
                    >
                      {t('{count, plural, one {# work} other {# works}}', { count })}
                    </Link>
                  </td>
                  <td>
                    <span className={css.share}>
                      <Meter value={count} max={works} label={t('Share of {account}', { account })} />
                      {t('{number} %', { number: percentOf(count, works) })}
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        <section aria-labelledby="distribution">
          <h2 id="distribution" className={css.title}>
            {t('Distribution')}
          </h2>
          <table className={records.table}>
            <thead>
              <tr>
                <th scope="col">{t('Works held')}</th>
                <th scope="col">{t('Owners')}</th>
                <th scope="col">{t('Share of owners')}</th>
              </tr>
            </thead>
            <tbody>
              {heldGroups.map((group) => (
                <tr key={group.least}>
                  <td>{groupName(group)}</td>
                  <td>{group.owners.toLocaleString(locale)}</td>
                  <td>
                    <span className={css.share}>
                      <Meter
                        value={group.owners}
                        max={owners}
                        label={t('Owners of {groupName}', { groupName: groupName(group) })}
                      />
                      {t('{number} %', { number: percentOf(group.owners, owners) })}
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
