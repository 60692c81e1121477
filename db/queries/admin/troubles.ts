import { sql } from 'drizzle-orm'
import type { Reader } from '#db/executor.ts'

/** Returns which parts of the background work need the operator. Each is the first look-up in an index. */
export const queryTroubles = (db: Reader) =>
  db
    .select({
      /** A transaction of the marketplace has had no outcome for five minutes. */
      journalStuck: sql<boolean>`troubles.journal`,
      pinsFailing: sql<boolean>`troubles.pins`,
      /** No job of the cron has run for ten minutes. */
      cronSilent: sql<boolean>`troubles.cron`,
    })
    .from(
      sql`(select
        exists (select 1 from ledger_submissions where state in ('prepared', 'submitted')
          and created_at < now() - interval '5 minutes') as journal,
        exists (select 1 from pins where state = 'failed') as pins,
        coalesce((select max(expires_at) < now() - interval '10 minutes' from leases where name like 'cron%'), false)
          as cron) troubles`,
    )
