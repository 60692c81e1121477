import * as v from 'valibot'

/** An account as it is displayed: the name and picture of its profile. */
export const Person = v.object({
  name: v.string(),
  /** A path of our media route. */
  picture: v.string(),
  /** True if the account issues a verified collection. */
  verified: v.boolean(),
})
export type Person = v.InferOutput<typeof Person>

/** The accounts of a reply whose profile has a name that may be displayed, by address. */
export const People = v.record(v.string(), Person)
export type People = v.InferOutput<typeof People>

/** The field that is added to replies that mention accounts. */
export const peopleField = { people: v.optional(People) }
