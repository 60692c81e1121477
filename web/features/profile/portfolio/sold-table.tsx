import { Link } from '@tanstack/react-router'
import type { PortfolioSale } from '#contract/schemas/portfolio.ts'
import { t } from '#web/messages.ts'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { ExplorerLink } from '#web/kit/explorer-link.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import css from './portfolio.module.css'
import { PortfolioTable } from './portfolio-table.tsx'
import { acquisitionNames } from './profit.ts'
import { ProfitText } from './profit-text.tsx'

const heads = [
  t('Work'),
  t('Sold', { context: 'works' }),
  t('Proceeds'),
  t('Acquired'),
  t('Cost'),
  t('Profit'),
]

export function SoldTable({ sales }: { sales: PortfolioSale[] }) {
  return (
    <PortfolioTable label={t('Sales, all columns')} heads={heads} empty={t('No sales.')}>
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
      <td data-label={t('Sold', { context: 'works' })}>
        <ExplorerLink page="transaction" id={sale.txid} title={sale.txid} plain>
          <RelativeTime at={sale.at} />
        </ExplorerLink>
      </td>
      <td data-label={t('Proceeds')}>
        <AmountText amount={sale.proceedsDrops} />
      </td>
      <td data-label={t('Acquired')}>{acquisitionNames[sale.acquired]}</td>
      <td data-label={t('Cost')}>
        {sale.costDrops === null ? t('Unknown') : <AmountText amount={sale.costDrops} />}
      </td>
      <td data-label={t('Profit')}>
        <ProfitText drops={profit} />
      </td>
    </tr>
  )
}
