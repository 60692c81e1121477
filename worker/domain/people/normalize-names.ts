import { listUnnormalizedNames, storeSkeletons } from '#db/queries/people/people.ts'
import { cleanName } from '#contract/rules/names.ts'
import type { Context } from '#worker/domain/context.ts'
import { isReservedName, nameSkeleton } from './skeleton.ts'

const batch = 500

/** Returns the comparable form of a name; empty for a name that is never shown. */
export function storedSkeleton(name: string): string {
  return isReservedName(name) ? '' : nameSkeleton(cleanName(name))
}

/** Adds the comparable form to profile names that were stored without one. Until then, these names are not shown. */
export async function normalizeNames({ db }: Context): Promise<void> {
  const rows = await listUnnormalizedNames(db.http, batch)
  if (rows.length === 0) return
  await storeSkeletons(
    db.http,
    rows.map(({ account, name }) => ({ account, name, skeleton: storedSkeleton(name) })),
  )
}
