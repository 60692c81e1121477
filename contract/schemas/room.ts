import * as v from 'valibot'
import { AccountAddress } from './account-address.ts'
import { createCamelCaseClaimedSchema } from './claims.ts'
import { NFTokenID, NftCard } from './nfts.ts'
import { peopleField } from './people.ts'

export const maxRoomText = 300
export const roomWorks = 3

/** An artist with some of their works, as the operator presents them on the home page. */
export const RoomReply = v.object({
  artist: v.string(),
  text: v.string(),
  works: v.array(NftCard),
  ...peopleField,
})
export type RoomReply = v.InferOutput<typeof RoomReply>

const worksMessage = `Give ${roomWorks} works, or none to present nobody.`

export const SetRoomBody = createCamelCaseClaimedSchema({
  artist: AccountAddress,
  text: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, 'Write a sentence about the artist.'),
    v.maxLength(maxRoomText, `The text has at most ${maxRoomText} characters.`),
  ),
  works: v.pipe(
    v.array(NFTokenID),
    v.check((works) => works.length === 0 || works.length === roomWorks, worksMessage),
  ),
})
