import { useMutation } from '@tanstack/react-query'
import { dropsToXrp } from '#contract/rules/amounts.ts'
import { amountOfDrops, type SaleCurrency } from '#contract/rules/sale-amounts.ts'
import type { DropSalesReply, SalesReport as Report } from '#contract/schemas/revenue.ts'
import { t } from '#web/messages.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { exactValue } from '#web/kit/amounts/currency.ts'
import { useCurrencyName } from '#web/kit/amounts/use-currency-name.ts'
import { sentenceOf } from '#web/api/error.ts'
import { Address } from '#web/kit/accounts/address.tsx'
import { downloadCsv } from '#web/kit/charts/download-csv.ts'
import { Button } from '#web/ui/button.tsx'
import css from './splits.module.css'

type Sales = DropSalesReply['sales']

/** Returns the sold works as CSV rows, oldest first, with each account's share. */
function csvOf(sales: Sales, unit: string) {
  // Formats an amount. All currencies have six decimals, as XRP does.
  const toDecimal = (drops: string) => dropsToXrp(BigInt(drops))
  const accounts = [...new Set(sales.flatMap(({ parts }) => parts.map(({ account }) => account)))]
  return {
    columns: [
      t('Name'),
      t('Print number'),
      t('NFT id'),
      t('Buyer'),
      t('Phase'),
      t('Time'),
      t('Price in {currency}', { currency: unit }),
      t('Fee in {currency}', { currency: unit }),
      t('Royalty in {currency}', { currency: unit }),
      ...accounts,
    ],
    rows: sales
      .toSorted((a, b) => (a.number ?? 0) - (b.number ?? 0) || a.at.localeCompare(b.at))
      .map((sale) => [
        sale.name,
        sale.number === null ? '' : String(sale.number),
        sale.nftokenID,
        sale.buyer,
        sale.phase === null ? '' : String(sale.phase + 1),
        sale.at,
        toDecimal(sale.priceDrops),
        toDecimal(sale.feeDrops),
        toDecimal(sale.royaltyDrops),
        ...accounts.map((account) => {
          const part = sale.parts.find((share) => share.account === account)
          return part === undefined ? '' : toDecimal(part.drops)
        }),
      ]),
  }
}

async function listSales(readPage: SalesReportProps['readPage']): Promise<Sales> {
  const sales: Sales = []
  for (let after: string | null | undefined; after !== null; ) {
    const page: DropSalesReply = await readPage(after)
    sales.push(...page.sales)
    after = page.next
  }
  return sales
}

interface SalesReportProps {
  report: Report
  /** Name of the CSV file. */
  name: string
  viewer: string
  /** The currency of the amounts; null for XRP. */
  currency: SaleCurrency
  /** Loads the sales that follow the given one. */
  readPage: (after: string | undefined) => Promise<DropSalesReply>
}

/** The sales of a drop so far, for its artist, with a CSV file of all of them. */
export function SalesReport({ report, name, viewer, currency, readPage }: SalesReportProps) {
  const { tokens } = useSettings()
  const unit = useCurrencyName(currency)
  const download = useMutation({
    mutationFn: async () => {
      const { columns, rows } = csvOf(await listSales(readPage), unit)
      await downloadCsv(name, columns, rows)
    },
  })
  const { sold, waiting, lapsed: lapsedCount, priceDrops, feeDrops, royaltyDrops, payees } = report
  const amountText = (drops: string) => exactValue(amountOfDrops(BigInt(drops), currency), tokens)
  const figures = [
    [t('Works sold'), String(sold)],
    [t('Waiting for payment'), String(waiting)],
    [t('Not paid in time'), String(lapsedCount)],
    [t('Sum of the prices'), amountText(priceDrops)],
    [t('Marketplace fee'), amountText(feeDrops)],
    [t('Royalty, paid by the ledger'), amountText(royaltyDrops)],
  ] as const
  return (
    <section aria-label={t('Figures')}>
      <h2 className={css.title}>{t('Figures')}</h2>
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
              <Address account={account} viewer={viewer} />
            </dt>
            <dd>
              {t('{paid} paid', { paid: amountText(paidDrops) })}
              {owedDrops !== '0' && `, ${t('{owed} owed', { owed: amountText(owedDrops) })}`}
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
