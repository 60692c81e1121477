import type { PersonRow } from '#db/queries/people/people.ts'
import { cleanName } from '#contract/rules/names.ts'
import type { People } from '#contract/schemas/people.ts'

/** Returns the names of a reply's accounts. */
export function peopleView(rows: PersonRow[]): People {
  return Object.fromEntries(
    rows.map(({ account, name, avatarCid, verified }) => [
      account,
      { name: cleanName(name), picture: `/media/ipfs/${avatarCid}`, verified },
    ]),
  )
}

/** Returns the part of `people` that a list entry mentions, for lists whose entries contain no names. */
export function peopleIn(people: People, accounts: (string | null)[]): People {
  return Object.fromEntries(
    accounts.flatMap((account) => {
      const person = account === null ? undefined : people[account]
      return account === null || person === undefined ? [] : [[account, person]]
    }),
  )
}
