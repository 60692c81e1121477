import { dropLease, takeLease } from '#db/queries/leases.ts'
import type { Context } from '#worker/domain/context.ts'

const name = 'cron'
/** Renewed before each part of a round; a run that died is replaced after this. */
const seconds = 20

/** Takes or renews the right to run the jobs. */
export function takeCronLease({ db }: Context, holder: string): Promise<boolean> {
  return takeLease(db.read, name, holder, seconds)
}

export function dropCronLease({ db }: Context, holder: string): Promise<void> {
  return dropLease(db.read, name, holder)
}
