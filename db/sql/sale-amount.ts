import { type SQL, sql } from 'drizzle-orm'

/**
 * Converts a number of drops and a currency to a JSON amount, like `amountOfDrops`: drops as text, or an issued
 * currency.
 */
export const saleAmount = (drops: SQL, currency: SQL) =>
  sql`(case when ${currency} is null then to_jsonb(${drops}::text)
    else ${currency} || jsonb_build_object('value', trim_scale(${drops} / 1000000.0)::text) end)`
