import { Link } from '@tanstack/react-router'
import { dropsToXrp, formatXrpExact } from '#contract/rules/amounts.ts'
import type { SaleView } from '#contract/schemas/figures.ts'
import { t } from '#web/messages.ts'
import { joinList } from '#web/joined.ts'
import { Address } from '#web/kit/accounts/address.tsx'
import { ExplorerLink } from '#web/kit/explorer-link.tsx'
import { formatMoment } from '#web/ui/durations.ts'
import type { ChartPoint } from './chart.tsx'
import { toXrp } from './formats.ts'
import { markNames } from './mark-names.ts'

/** Converts a sale to a data point at `x`. Includes the name of the work if the chart shows several works. */
export function salePoint(sale: SaleView, x: number, { withWork }: { withWork: boolean }): ChartPoint {
  const { txid, nft, name, seller, buyer, drops, at, marks } = sale
  const momentText = formatMoment(Date.parse(at))
  const price = `${formatXrpExact(BigInt(drops))} XRP`
  const markText = joinList(marks.map((mark) => markNames[mark]))
  const rank = sale.rank === null ? [] : [t('rank {rank}', { rank: sale.rank })]
  const moment = (
    <ExplorerLink page="transaction" id={txid} title={t('Transaction {txid}', { txid })} plain>
      {momentText}
    </ExplorerLink>
  )
  const work = (
    <Link to="/nft/$id" params={{ id: nft }}>
      {name}
    </Link>
  )
  return {
    key: `${txid} ${nft}`,
    x,
    y: toXrp(drops),
    text: joinList([
      ...(withWork ? [name, ...rank] : []),
      price,
      momentText,
      ...(markText === '' ? [] : [t('marked: {marks}', { marks: markText })]),
    ]),
    isWeak: marks.length > 0,
    readout: (
      <>
        <strong>{price}</strong>
        {withWork && (
          <span>
            {work}
            {joinList(['', ...rank])}
          </span>
        )}
        <span>{moment}</span>
        {markText !== '' && <span>{t('Marked: {left}', { left: markText })}</span>}
      </>
    ),
    cells: withWork
      ? [moment, work, sale.rank ?? '–', price, markText === '' ? '–' : markText]
      : [moment, price, <Address key="seller" account={seller} />, <Address key="buyer" account={buyer} />],
    csv: withWork
      ? [
          at,
          name,
          nft,
          String(sale.rank ?? ''),
          dropsToXrp(BigInt(drops)),
          seller,
          buyer,
          marks.join(' '),
          txid,
        ]
      : [at, dropsToXrp(BigInt(drops)), seller, buyer, marks.join(' '), txid],
  }
}
