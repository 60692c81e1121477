import { Link } from '@tanstack/react-router'
import type { PortfolioSale } from '#worker/contract/portfolio.ts'
import { m } from '#web/messages.ts'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { ExplorerLink } from '#web/kit/explorer-link.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import css from './portfolio.module.css'
import { PortfolioTable } from './portfolio-table.tsx'
import { acquisitionNames } from './profit.ts'
import { ProfitText } from './profit-text.tsx'

const heads = [
  m.profile_account_offer_row_work,
  m.profile_portfolio_tab_sold,
  m.profile_sold_table_proceeds,
  m.profile_sold_table_acquired,
  m.profile_sold_table_cost,
  m.profile_sold_table_profit,
]

export function SoldTable({ sales }: { sales: PortfolioSale[] }) {
  return (
    <PortfolioTable
      label={m.profile_sold_table_sales_all_columns}
      heads={heads}
      empty={m.profile_sold_table_no_sales}
    >
      {sales.map((sale) => (
        <SaleRow key={`${sale.txid} ${sale.nftokenID}`} sale={sale} />
      ))}
    </PortfolioTable>
  )
}

function SaleRow({ sale }: { sale: PortfolioSale }) {
  const profit = sale.costDrops === null ? null : BigInt(sale.proceedsDrops) - BigInt(sale.costDrops)
  return (
    <tr>
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
      <td>
        {sale.costDrops === null ? m.profile_portfolio_tab_unknown : <AmountText amount={sale.costDrops} />}
      </td>
      <td>
        <ProfitText drops={profit} />
      </td>
    </tr>
  )
}
