import { countTokens } from '#db/queries/account/accounts.ts'
import { type MediaRow, queryPicturesOf } from '#db/queries/media/files.ts'
import { queryPeople, accountList } from '#db/queries/people/people.ts'
import {
  countFollowers,
  type ProfileRow,
  queryFollowers,
  queryProfile,
} from '#db/queries/account/profiles.ts'
import type { Media } from '#contract/schemas/media.ts'
import type { Profile, ProfileReply } from '#contract/schemas/profiles.ts'
import type { Context } from '#worker/domain/context.ts'
import { peopleView } from '#worker/domain/people/view.ts'

const followersShown = 1000

function pictureOf(cid: string, files: MediaRow[]): Media {
  const row = files.find((media) => media.cid === cid)
  return {
    kind: 'image',
    src: `/media/ipfs/${cid}`,
    contentType: row?.contentType ?? null,
    width: row?.width ?? null,
    height: row?.height ?? null,
    color: row?.color ?? null,
  }
}

function profileView(
  row: ProfileRow,
  pictures: MediaRow[],
  followers: string[],
  followersCount: number,
): Profile {
  return {
    name: row.name,
    description: row.description,
    avatar: pictureOf(row.avatarCid, pictures),
    background: pictureOf(row.backgroundCid, pictures),
    role: row.role,
    links: row.links,
    followers,
    followersCount,
  }
}

/** Reads profile and statistics of an account in one round trip. Either of them may be missing. */
export async function getProfile(
  { db }: Context,
  account: string,
  viewer: string | null,
): Promise<ProfileReply> {
  const [rows, pictures, followers, followedCount, mintCounts, people] = await db.http.batch([
    queryProfile(db.http, account),
    queryPicturesOf(db.http, account),
    queryFollowers(db.http, account, followersShown),
    countFollowers(db.http, account, viewer),
    countTokens(db.http, account),
    queryPeople(db.http, accountList([account])),
  ])
  const [row] = rows
  const mintedCount = mintCounts[0]?.minted ?? 0
  const names = followers.map(({ follower }) => follower)
  return {
    account,
    profile: row === undefined ? null : profileView(row, pictures, names, followedCount[0]?.count ?? 0),
    issuedCount: mintedCount + (mintCounts[0]?.unminted ?? 0),
    ownedCount: mintCounts[0]?.owned ?? 0,
    mintedCount: mintedCount,
    verifiedCount: mintCounts[0]?.verified ?? 0,
    following: viewer === null ? null : (followedCount[0]?.following ?? false),
    floorValueDrops: mintCounts[0]?.floorValue ?? '0',
    artistFloorDrops: mintCounts[0]?.artistFloor ?? null,
    people: peopleView(people),
  }
}
