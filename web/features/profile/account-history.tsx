import type * as v from 'valibot'
import { Fragment } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { HistoryEntry } from '#contract/schemas/nfts.ts'
import { type AccountHistoryReply, maxHistory } from '#contract/schemas/profiles.ts'
import { locale, t, rich } from '#web/messages.ts'
import { ExplorerLink } from '#web/kit/explorer-link.tsx'
import { QueryStates } from '#web/kit/query-states.tsx'
import { Address } from '#web/kit/accounts/address.tsx'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { WorkPicture } from '#web/kit/media/work-picture.tsx'
import { eventAmount } from '#web/kit/nfts/event-names.ts'
import { useAccount } from '#web/wallet/session/session.ts'
import records from '#web/kit/lists/records.module.css'
import { dayHeads } from '#web/ui/day-heads.ts'
import heads from '#web/ui/day-heads.module.css'
import { useNow } from '#web/ui/use-now.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import css from './offers/account-offers.module.css'
import { accountHistoryQuery } from '#web/kit/accounts/queries.ts'

/** Returns the name of an event. A transfer is not called a sale, because it may be a gift or one side of a swap. */
function typeOf({ type }: HistoryEntry, isSender: boolean): string {
  if (type === 'transfer')
    return isSender ? t('Sent', { context: 'transfer' }) : t('Received', { context: 'transfer' })
  return isSender ? t('Sell') : t('Buy')
}

type AccountEntry = v.InferOutput<typeof AccountHistoryReply>[number]

/** Sales and purchases of an account, newest first. */
export function AccountHistory({ account }: { account: string }) {
  const query = useQuery(accountHistoryQuery(account))
  return (
    <QueryStates query={query} pending={<Skeleton width="100%" height="16rem" />} empty={t('No History.')}>
      {(entries) => (
        <div className={css.scroll} data-sideways>
          <h2 className={css.title}>
            {rich('History {span}', {
              span: <span className={css.count}>{entries.length.toLocaleString(locale)}</span>,
            })}
          </h2>
          {entries.length === maxHistory && (
            <p className={css.warning}>{t('Only the most recent entries are shown.')}</p>
          )}
          <table className={`${records.table} ${css.table}`}>
            <thead>
              <tr>
                <th scope="col">NFT</th>
                <th scope="col">{t('Amount')}</th>
                <th scope="col">{t('Buyer or Seller')}</th>
                <th scope="col">{t('Time')}</th>
                <th scope="col">{t('Hash')}</th>
              </tr>
            </thead>
            <HistoryRows account={account} entries={entries} />
          </table>
        </div>
      )}
    </QueryStates>
  )
}

/** The events, grouped by day. */
function HistoryRows({ account, entries }: { account: string; entries: readonly AccountEntry[] }) {
  const viewer = useAccount()
  const days = dayHeads(
    entries.map(({ date }) => date),
    useNow(60_000),
  )
  return (
    <tbody>
      {entries.map((entry, place) => {
        const amount = eventAmount(entry)
        const isSale = entry.seller === account
        const counterparty = isSale ? entry.buyer : entry.seller
        const hash = `${entry.txid.slice(0, 6)}...${entry.txid.slice(-4)}`
        return (
          <Fragment key={`${entry.txid}${entry.nft}`}>
            {days[place] != null && (
              <tr className={css.day}>
                <th colSpan={5} scope="rowgroup" className={heads.day}>
                  {days[place]}
                </th>
              </tr>
            )}
            <tr>
              <td className={`${css.cell} ${css.nft}`}>
                <HistoryWork entry={entry} type={typeOf(entry, isSale)} />
              </td>
              <td className={`${css.cell} ${css.amount}`}>
                {amount === null ? '–' : <AmountText amount={amount} />}
              </td>
              <td
                className={`${css.cell} ${css.destination}`}
                data-label={counterparty === null ? undefined : isSale ? t('To:') : t('From:')}
              >
                {counterparty === null ? '–' : <Address account={counterparty} viewer={viewer} toNfts />}
              </td>
              <td className={`${css.cell} ${css.expires}`}>
                <RelativeTime at={entry.date} />
              </td>
              <td className={`${css.cell} ${css.hash}`}>
                <ExplorerLink page="transaction" id={entry.txid} title={entry.txid}>
                  {hash}
                </ExplorerLink>
              </td>
            </tr>
          </Fragment>
        )
      })}
    </tbody>
  )
}

function HistoryWork({ entry: { nft, name, image }, type }: { entry: AccountEntry; type: string }) {
  return (
    <span className={css.work}>
      <span className={css.picture}>
        <WorkPicture media={image} alt="" sizes="80px" largest={300} />
      </span>
      <span className={css.words}>
        <Link to="/nft/$id" params={{ id: nft }} className={css.link}>
          {name}
        </Link>
        <span className={css.type}>{type}</span>
      </span>
    </span>
  )
}
