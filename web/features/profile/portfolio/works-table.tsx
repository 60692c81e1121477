import { Link } from '@tanstack/react-router'
import type { PortfolioWork } from '#contract/schemas/portfolio.ts'
import { t } from '#web/messages.ts'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { ExplorerLink } from '#web/kit/explorer-link.tsx'
import records from '#web/kit/lists/records.module.css'
import { WorkPicture } from '#web/kit/media/work-picture.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import css from './portfolio.module.css'
import { PortfolioTable } from './portfolio-table.tsx'
import { acquisitionNames, computeUnrealised } from './profit.ts'
import { ProfitText } from './profit-text.tsx'

interface WorksTableProps {
  works: PortfolioWork[]
  /** False for artists, whose works have no cost: two columns of "Unknown" would be useless. */
  hasCost: boolean
}

export function WorksTable({ works, hasCost }: WorksTableProps) {
  const heads = [
    t('Work'),
    t('Acquired'),
    ...(hasCost ? [t('Cost')] : []),
    t('Last sale'),
    t('Floor'),
    ...(hasCost ? [t('Unrealised')] : []),
  ]
  return (
    <PortfolioTable label={t('Works, all columns')} heads={heads} empty={t('No works.')}>
      {works.map((work) => (
        <WorkRow key={work.nftokenID} work={work} hasCost={hasCost} />
      ))}
    </PortfolioTable>
  )
}

function WorkRow({ work, hasCost }: { work: PortfolioWork; hasCost: boolean }) {
  const {
    nftokenID,
    name,
    image,
    collectionName,
    acquired: acquisition,
    acquiredAt,
    txid,
    cost,
    lastSaleDrops,
    floorDrops,
  } = work
  const profit = computeUnrealised(work)
  return (
    <tr>
      <td className={css.name}>
        <Link to="/nft/$id" params={{ id: nftokenID }} className={css.work}>
          <span className={css.picture}>
            <WorkPicture media={image} alt="" sizes="72px" largest={150} />
          </span>
          {name}
          {collectionName !== null && <span className={records.second}>{collectionName}</span>}
        </Link>
      </td>
      <td data-label={t('Acquired')}>
        {acquisitionNames[acquisition]}
        {acquiredAt !== null && txid !== null && (
          <span className={records.second}>
            <ExplorerLink page="transaction" id={txid} title={txid} plain>
              <RelativeTime at={acquiredAt} />
            </ExplorerLink>
          </span>
        )}
      </td>
      {hasCost && (
        <td data-label={t('Cost')}>{cost === null ? t('Unknown') : <AmountText amount={cost} />}</td>
      )}
      <td data-label={t('Last sale')}>
        {lastSaleDrops === null ? '–' : <AmountText amount={lastSaleDrops} />}
      </td>
      <td data-label={t('Floor')}>{floorDrops === null ? '–' : <AmountText amount={floorDrops} />}</td>
      {hasCost && (
        <td data-label={t('Unrealised')}>
          <ProfitText drops={profit} />
        </td>
      )}
    </tr>
  )
}
