import { sentence } from '#contract/words/sentence.ts'
import { queryIdentity } from '#db/queries/collection/collections.ts'
import { type Identity, identityById } from '#db/sql/identity.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Context } from '#worker/domain/context.ts'

interface Known {
  issuer: string
  taxon: number
}

/** Issuer and taxon of a collection, cached for the life of the isolate, because they never change. */
const identities = new Map<string, Known>()
const maxIdentities = 20_000

/** Identifies a collection in a query without reading it first. `confirm` takes the row from the same batch. */
export function identityOf(id: string): { collection: Identity; confirm: (rows: Known[]) => Known } {
  return {
    collection: identities.get(id) ?? identityById(id),
    confirm: ([row]) => {
      if (row === undefined) throw new Refusal('not_found', sentence('This collection does not exist.'))
      if (identities.size >= maxIdentities) identities.clear()
      identities.set(id, row)
      return row
    },
  }
}

/** Removes a collection from the cache. Must be called after the collection was removed. */
export function forgetIdentity(id: string): void {
  identities.delete(id)
}

/** Returns issuer and taxon of a collection. Throws Refusal('not_found'). */
export async function findIdentity({ db }: Pick<Context, 'db'>, id: string): Promise<Known> {
  return identities.get(id) ?? identityOf(id).confirm(await queryIdentity(db.http, id))
}
