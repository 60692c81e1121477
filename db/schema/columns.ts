import { customType, timestamp } from 'drizzle-orm/pg-core'

/** An amount of drops: bigint in code, numeric(20) in Postgres (a bigint column would do, but sums overflow it sooner). */
export const drops = customType<{ data: bigint; driverData: string }>({
  dataType: () => 'numeric(20,0)',
  toDriver: (value) => value.toString(),
  fromDriver: (value) => BigInt(value),
})

export const at = (name: string) => timestamp(name, { withTimezone: true })
