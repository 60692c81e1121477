import { useMutation, useQuery } from '@tanstack/react-query'
import { dropsToXrp, formatXrpExact } from '#contract/rules/amounts.ts'
import { divideDrops } from '#contract/rules/splits.ts'
import type { Edition, EditionSalesReply } from '#contract/schemas/editions.ts'
import { t } from '#web/messages.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/error.ts'
import { operationQuery } from '#web/api/queries.ts'
import { Address } from '#web/kit/accounts/address.tsx'
import { downloadCsv } from '#web/kit/charts/download-csv.ts'
import { QueryError } from '#web/kit/query-states.tsx'
import { Button } from '#web/ui/button.tsx'
import css from './edition.module.css'

const refreshMs = 10_000

/** The sold prints as rows of a file, with the share of each payee. */
function csvOf({ payees }: Edition, sales: EditionSalesReply['sales']) {
  const xrp = (drops: string | bigint) => dropsToXrp(BigInt(drops))
  const shares = payees.map(({ perMille }) => perMille)
  return {
    columns: [
      t('Print number'),
      t('NFT id'),
      t('Buyer'),
      t('Phase'),
      t('Time'),
      t('Price in XRP'),
      t('Fee in XRP'),
      t('Royalty in XRP'),
      ...payees.map(({ account }) => account),
    ],
    rows: sales.map(({ number, nftokenID, buyer, phase, at, priceDrops, feeDrops, royaltyDrops }) => [
      String(number),
      nftokenID,
      buyer,
      String(phase + 1),
      at,
      xrp(priceDrops),
      xrp(feeDrops),
      xrp(royaltyDrops),
      ...divideDrops(BigInt(priceDrops) - BigInt(feeDrops) - BigInt(royaltyDrops), shares).map(xrp),
    ]),
  }
}

async function listSales(id: string) {
  const sales: EditionSalesReply['sales'] = []
  for (let after: number | null = 0; after !== null; ) {
    const page: EditionSalesReply = await call('getEditionSales', { query: { id, after: String(after) } })
    sales.push(...page.sales)
    after = page.next
  }
  return sales
}

/** What an edition has sold so far, for its artist, and all of its sales as a file. */
export function EditionReport({ edition }: { edition: Edition }) {
  const { _id: id, name, issuer } = edition
  const { data, error, refetch } = useQuery({
    ...operationQuery('getEditionReport', { query: { id } }),
    refetchInterval: refreshMs,
  })
  const download = useMutation({
    mutationFn: async () => {
      const { columns, rows } = csvOf(edition, await listSales(id))
      await downloadCsv(name, columns, rows)
    },
  })
  if (data === undefined)
    return error === null ? null : <QueryError error={error} retry={() => void refetch()} />
  const { sold, waiting, lapsed, priceDrops, feeDrops, royaltyDrops, payees } = data
  const xrp = (drops: string) => t('{price} XRP', { price: formatXrpExact(BigInt(drops)) })
  const figures = [
    [t('Prints sold'), String(sold)],
    [t('Waiting for payment'), String(waiting)],
    [t('Not paid in time'), String(lapsed)],
    [t('Sum of the prices'), xrp(priceDrops)],
    [t('Marketplace fee'), xrp(feeDrops)],
    [t('Royalty, paid by the ledger'), xrp(royaltyDrops)],
  ] as const
  return (
    <section aria-label={t('Figures')}>
      <h2 className={css.phasesTitle}>{t('Figures')}</h2>
      <dl className={css.figures}>
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {payees.map(({ account, paidDrops, owedDrops }) => (
          <div key={account}>
            <dt>
              <Address account={account} viewer={issuer} />
            </dt>
            <dd>
              {t('{paid} paid', { paid: xrp(paidDrops) })}
              {owedDrops !== '0' && `, ${t('{owed} owed', { owed: xrp(owedDrops) })}`}
            </dd>
          </div>
        ))}
      </dl>
      {sold > 0 && (
        <Button busy={download.isPending} onClick={() => download.mutate()}>
          {t('Download the sales (CSV)')}
        </Button>
      )}
      <div role="alert">
        {download.error !== null && <p className={css.error}>{sentenceOf(download.error)}</p>}
      </div>
    </section>
  )
}
