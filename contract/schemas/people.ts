import * as v from 'valibot'

/** An account as it is displayed: the name and picture of its profile. */
export const Person = v.object({
  name: v.string(),
  /** A path of our media route. */
  picture: v.string(),
  /** True if it issues a verified collection. */
  verified: v.boolean(),
})
export type Person = v.InferOutput<typeof Person>

/** The accounts of a reply that have a profile with a name that may be shown, by address. */
export const People = v.record(v.string(), Person)
export type People = v.InferOutput<typeof People>

/** The added field of replies that mention accounts. */
export const peopleField = { people: v.optional(People) }
