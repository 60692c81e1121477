import { dropLease, takeLease } from '#db/queries/leases.ts'
import type { Context } from '#worker/domain/context.ts'

/** Renewed between the parts of a round; a crashed run is replaced after this long. */
const seconds = 20

/** Takes or renews the right to run the jobs of a lane. */
export function takeCronLease({ db }: Context, lane: string, holder: string): Promise<boolean> {
  return takeLease(db.read, lane, holder, seconds)
}

export function dropCronLease({ db }: Context, lane: string, holder: string): Promise<void> {
  return dropLease(db.read, lane, holder)
}
