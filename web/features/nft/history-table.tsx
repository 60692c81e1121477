import type { NftHistoryEntry } from '#worker/contract/nfts.ts'
import { ExplorerLink } from '#web/kit/explorer-link.tsx'
import { Address } from '#web/kit/accounts/address.tsx'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { eventName } from '#web/kit/nfts/event-names.ts'
import { RecordSection } from './record-section.tsx'
import css from '#web/kit/lists/records.module.css'

export function HistoryTable({ history, viewer }: { history: NftHistoryEntry[]; viewer: string | null }) {
  return (
    <RecordSection title="History" empty="No NFT history" count={history.length}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">Event</th>
            <th scope="col">Amount</th>
            <th scope="col" className={css.last}>
              When
            </th>
          </tr>
        </thead>
        <tbody>
          {history.map((entry) => (
            <HistoryRow key={`${entry.txid}-${entry.type}`} entry={entry} viewer={viewer} />
          ))}
        </tbody>
      </table>
    </RecordSection>
  )
}

function HistoryRow({ entry, viewer }: { entry: NftHistoryEntry; viewer: string | null }) {
  const { type, seller, buyer, amount, date, txid, payments } = entry
  return (
    <tr>
      <td>
        <span className={css.event}>{eventName(entry)}</span>
        <span className={css.second}>
          {seller !== null && (
            <>
              from <Address account={seller} viewer={viewer} />{' '}
            </>
          )}
          {buyer !== null && (
            <>
              {type === 'buy_offer' ? 'by' : 'to'} <Address account={buyer} viewer={viewer} />
            </>
          )}
        </span>
        {payments.map((payment) => (
          <span key={payment.txid} className={css.second}>
            <AmountText amount={payment.amount} /> paid to{' '}
            <Address account={payment.destination} viewer={viewer} />
          </span>
        ))}
      </td>
      <td>{amount === null ? '–' : <AmountText amount={amount} />}</td>
      <td className={css.last}>
        <ExplorerLink page="transaction" id={txid} title={`Transaction ${txid}`} plain>
          <RelativeTime at={date} />
        </ExplorerLink>
      </td>
    </tr>
  )
}
