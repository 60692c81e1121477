import { Link } from '@tanstack/react-router'
import type { PortfolioSale } from '#worker/contract/portfolio.ts'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { ExplorerLink } from '#web/kit/explorer-link.tsx'
import records from '#web/kit/lists/records.module.css'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import css from './portfolio.module.css'
import { acquisitionNames } from './profit.ts'
import { ProfitText } from './profit-text.tsx'

/** A scrolling element must be focusable for keyboard users. */
const reachable = { tabIndex: 0 }

export function SoldTable({ sales }: { sales: PortfolioSale[] }) {
  if (sales.length === 0) return <p className={records.empty}>No sales.</p>
  return (
    <div {...reachable} className={records.scroll} role="group" aria-label="Sales, all columns">
      <table className={`${records.table} ${css.table}`}>
        <thead>
          <tr>
            {['Work', 'Sold', 'Proceeds', 'Acquired', 'Cost', 'Profit'].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sales.map((sale) => {
            const profit =
              sale.costDrops === null ? null : BigInt(sale.proceedsDrops) - BigInt(sale.costDrops)
            return (
              <tr key={`${sale.txid} ${sale.nftokenID}`}>
                <td className={css.name}>
                  <Link to="/nft/$id" params={{ id: sale.nftokenID }}>
                    {sale.name}
                  </Link>
                </td>
                <td>
                  <ExplorerLink page="transaction" id={sale.txid} title={sale.txid} plain>
                    <RelativeTime at={sale.at} />
                  </ExplorerLink>
                </td>
                <td>
                  <AmountText amount={sale.proceedsDrops} />
                </td>
                <td>{acquisitionNames[sale.acquired]}</td>
                <td>{sale.costDrops === null ? 'Unknown' : <AmountText amount={sale.costDrops} />}</td>
                <td>
                  <ProfitText drops={profit} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
