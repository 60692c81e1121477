import { customType, timestamp } from 'drizzle-orm/pg-core'
import * as v from 'valibot'
import { Amount } from '#contract/schemas/amounts.ts'
import { cleanName } from '#contract/rules/names.ts'

/**
 * An amount of drops: bigint in code, numeric(20) in Postgres (bigint could hold any single amount, but sums would
 * overflow sooner).
 */
export const drops = customType<{ data: bigint; driverData: string }>({
  dataType: () => 'numeric(20,0)',
  toDriver: (value) => value.toString(),
  fromDriver: (value) => BigInt(value),
})

/**
 * An amount in the contract's format: drops as text, or an issued currency as an object. Drizzle's own jsonb type would
 * parse the text again and turn drops into a number.
 */
export const amountJson = customType<{ data: Amount; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: (value) => JSON.stringify(value),
  fromDriver: (value) =>
    v.parse(Amount, typeof value === 'string' && /^["{]/.test(value) ? JSON.parse(value) : value),
})

/** A name, stored as written and cleaned on every read, because stored names may predate the rules for names. */
export const nameText = customType<{ data: string; driverData: string }>({
  dataType: () => 'text',
  fromDriver: cleanName,
})

export const at = (name: string) => timestamp(name, { withTimezone: true })
