import { openPool } from '#local/postgres/databases.ts'
import { demoAccounts } from '#local/stack/people.ts'
import { drizzle } from 'drizzle-orm/node-postgres'
import { insertCollection } from '#db/queries/collection/collections.ts'
import { insertMedia } from '#db/queries/media/files.ts'
import type { Executor } from '#db/executor.ts'
import { insertProfile } from '#db/queries/account/profiles.ts'
import { members } from '#web/features/art-society/members.ts'
import { putRoom } from '#db/queries/market/curated-room.ts'
import { featureNft, insertAuction } from '#db/queries/nft/nfts.ts'
import { rippleTimeToDate } from '#contract/rules/ledger.ts'
import { auctionEndSeconds, lastEndSeconds } from '#contract/rules/offers.ts'
import type { CatalogueEntry } from './catalogue.ts'
import type { MintedWork } from './mint.ts'
import type { ShopEntry } from './shop-catalogue.ts'
import type { RunningAuction } from './trade.ts'

export interface IndexWriter {
  collections: (entries: Entries) => Promise<void>
  auctions: (auctions: RunningAuction[]) => Promise<void>
  /** Features these works, whose tokens must already be in the index. */
  featured: (works: MintedWork[]) => Promise<void>
  room: (works: MintedWork[]) => Promise<void>
  /**
   * Returns how many of these tokens have pending metadata. Other tokens may be waiting for files that do not exist.
   */
  pendingMetadata: (nftIds: string[]) => Promise<number>
  /** Returns the number of tickets for the marketplace's own transactions. */
  tickets: () => Promise<number>
  /** Returns the items of an on-demand collection that an earlier start has added, by name. */
  demandItems: (slug: string) => Promise<Map<string, { id: string; isSold: boolean }>>
  close: () => Promise<void>
}

type Entries = {
  entry: CatalogueEntry & Partial<Pick<ShopEntry, 'onDemand'>>
  works: Pick<MintedWork, 'number' | 'imageCid' | 'media'>[]
}[]

/**
 * Writes the profiles of collectors and artists. An artist's profile shows one work as picture and another as
 * background.
 */
async function writeProfiles(db: Executor, entries: Entries): Promise<void> {
  for (const artist of new Set(entries.map(({ entry }) => entry.artist))) {
    const works = entries
      .filter(({ entry }) => entry.artist === artist)
      .flatMap((entryWorks) => entryWorks.works)
    const stills = works.filter(({ media }) => media.some(({ file }) => /png|jpeg/.test(file.contentType)))
    const [avatar = works[0], background = avatar] = [stills[0], stills.at(-1)]
    const bio = members.find(({ name }) => name === artist.name)?.bio
    if (avatar === undefined || background === undefined || bio === undefined) continue
    await insertProfile(db, {
      account: artist.address,
      name: artist.name,
      description: bio,
      role: 'Artist',
      links: entries.find(({ entry }) => entry.artist === artist)?.entry.links ?? {},
      avatarCid: avatar.imageCid,
      backgroundCid: background.imageCid,
    })
  }
  // One collector has no profile, like many real accounts.
  const stills = entries.flatMap(({ works }) =>
    works.filter(({ media }) => media.some(({ file }) => /png|jpeg/.test(file.contentType))),
  )
  const collectors = demoAccounts.filter(({ role }) => role === 'collector').slice(0, -1)
  for (const [index, { address, name }] of collectors.entries()) {
    const at = Math.floor((index * stills.length) / collectors.length)
    const [avatar, background] = [stills.at(-1 - at), stills.at(-3 - at)]
    const bio = members.find((member) => member.name === name)?.bio
    if (avatar === undefined || background === undefined || bio === undefined) continue
    await insertProfile(db, {
      account: address,
      name,
      description: bio,
      role: 'User',
      links: {},
      avatarCid: avatar.imageCid,
      backgroundCid: background.imageCid,
    })
  }
}

/**
 * Writes the data that is not on the ledger: names, covers, featured items, auctions. The follower provides everything
 * else.
 */
export function openIndexWriter(databaseUrl: string): IndexWriter {
  const pool = openPool(databaseUrl, 4)
  const db = drizzle(pool)
  const now = Date.now()
  return {
    collections: async (entries) => {
      await writeProfiles(db, entries)
      for (const [index, { entry, works }] of entries.entries()) {
        for (const { file, cid, s3Key } of works.flatMap((work) => work.media)) {
          await insertMedia(db, {
            cid,
            s3Key,
            contentType: file.contentType,
            bytes: file.bytes.length,
            width: file.width,
            height: file.height,
            color: file.color,
            pinnedAt: new Date(now),
          })
        }
        await insertCollection(db, {
          id: entry.slug,
          issuer: entry.artist.address,
          taxon: entry.taxon,
          name: entry.name,
          description: entry.description,
          thumbnailCid: works.find((work) => work.number === entry.cover)?.imageCid ?? null,
          royaltyPercent: String(entry.transferFee / 1000),
          links: entry.links,
          featuredAt: entry.featured ? new Date(now - index * 1000) : null,
          verified: entry.verified,
          onDemandMint: entry.onDemand !== undefined,
          random: entry.onDemand?.random ?? false,
          addedAt: entry.onDemand === undefined ? null : new Date(now),
        })
      }
    },
    auctions: async (auctions) => {
      for (const { offerId, work, seller, priceDrops, expiration } of auctions) {
        await insertAuction(db, {
          offerId,
          nftId: work.nftokenID,
          seller: seller.address,
          startAmount: priceDrops.toString(),
          endsAt: rippleTimeToDate(expiration - auctionEndSeconds),
          latestEnd: rippleTimeToDate(expiration - lastEndSeconds),
          state: 'running',
        })
      }
    },
    featured: async (works) => {
      for (const [index, work] of works.entries()) {
        await featureNft(db, work.nftokenID, new Date(now - index * 1000))
      }
    },
    room: async (works) => {
      const [first] = works
      if (first === undefined) return
      const room = {
        artist: first.entry.artist.address,
        text: 'Aiko Mori lets a current that nobody sees draw her lines. Each sheet is one tide, written without lifting the pen.',
        works: works.map(({ nftokenID }) => nftokenID),
      }
      await putRoom(db, room, new Date(now))
    },
    pendingMetadata: async (nftIds) => {
      const pendingRows = await pool.query(
        "SELECT 1 FROM nfts WHERE metadata_state = 'pending' AND id = ANY($1)",
        [nftIds],
      )
      return pendingRows.rowCount ?? 0
    },
    tickets: async () => (await pool.query('SELECT 1 FROM ledger_tickets')).rowCount ?? 0,
    demandItems: async (slug) => {
      const { rows } = await pool.query<{ id: string; name: string; sold: boolean }>(
        "SELECT id, name, state = 'sold' AS sold FROM demand_items WHERE collection_id = $1",
        [slug],
      )
      return new Map(rows.map(({ id, name, sold }) => [name, { id, isSold: sold }]))
    },
    close: () => pool.end(),
  }
}
