import type { CollectionInfo } from '#worker/contract/collection-info.ts'
import { call } from '#web/api/call.ts'

interface Done {
  /** Announced when the action is done. */
  title: string
  text?: string
  /** Offers that the issuer must cancel with a signature. */
  toSign?: string[]
}

/** An action on a collection, run after confirmation. */
export interface Act {
  name: string
  title: string
  description: string
  confirm: string
  /** Whether it removes the collection. */
  removes?: boolean
  run: () => Promise<Done>
}

const done = async (work: Promise<{ data?: unknown }>): Promise<Done> => ({
  title: String((await work).data),
})
const count = (number: number) => `${number} ${number === 1 ? 'sell offer' : 'sell offers'}`

/** Actions of the issuer. */
export function issuerActs(collection: CollectionInfo): Act[] {
  const body = { collectionID: collection._id }
  const acts: Act[] = [
    {
      name: 'Cancel All Sell Offers',
      title: `Cancel all your sell offers in ${collection.name}?`,
      description:
        'Works that you offer in this collection are no longer for sale, and your auctions in it end. The marketplace cancels what is addressed to it; the rest you sign yourself.',
      confirm: 'Cancel all sell offers',
      run: async () => {
        const reply = await call('cancelAllOffers', { body })
        if (!('toSign' in reply)) return done(Promise.resolve(reply))
        return {
          title: reply.data,
          text: `${count(reply.cancelling)} by the marketplace, ${reply.toSign.length} by your signature.${reply.later === 0 ? '' : ` ${count(reply.later)} more than fit into one signature: ask once more for them.`}`,
          toSign: reply.toSign,
        }
      },
    },
    {
      name: 'Remove',
      title: `Remove ${collection.name}?`,
      description:
        'The collection leaves the marketplace with its rules and unminted items. NFTs that are minted stay on the ledger and with their owners. This cannot be taken back.',
      confirm: 'Remove this collection',
      removes: true,
      run: () => done(call('removeCollection', { body })),
    },
  ]
  if (collection.random && collection.onDemandMint)
    acts.unshift({
      name: 'Start a new epoch',
      title: `Start a new epoch of draws in ${collection.name}?`,
      description:
        'All unsold items are put into a new secret order, and those that you have added or priced since can be drawn, too. The order is committed to on the ledger, which takes a few seconds. It is possible while no draw is open; otherwise it happens by itself, at most once an hour.',
      confirm: 'Start a new epoch',
      run: () => done(call('startDrawEpoch', { body })),
    })
  if (!collection.notAnnounced) return acts
  return [
    {
      name: 'Announce',
      title: `Announce ${collection.name}?`,
      description: 'From now on everybody can buy, within your rules. This cannot be taken back.',
      confirm: 'Announce this collection',
      run: () => done(call('announceCollection', { body })),
    },
    ...acts,
  ]
}

/** Actions of issuer and owner: sync the collection with the ledger. `follow` tracks the progress. */
export function syncActs({ _id: collectionID, name }: CollectionInfo, follow: () => Promise<void>): Act[] {
  const sync = (ask: 'syncCollection' | 'manualSyncCollection') => async () => {
    const said = await done(call(ask, { body: { collectionID } }))
    await follow()
    return said
  }
  return [
    {
      name: 'Sync',
      title: `Sync ${name}?`,
      description:
        'Every NFT and every offer of the collection is read from the ledger again, and what differs here is put right. This can take some minutes; the collection stays open meanwhile.',
      confirm: 'Start the sync',
      run: sync('syncCollection'),
    },
    {
      name: 'Sync with Metadata',
      title: `Sync ${name}, its metadata too?`,
      description:
        'As a sync, and the metadata of every NFT is fetched from IPFS anew: names, pictures, traits and rarity. This takes longer.',
      confirm: 'Start the sync',
      run: sync('manualSyncCollection'),
    },
  ]
}

/** Actions of the marketplace owner. */
export function ownerActs(collection: CollectionInfo): Act[] {
  const id = { collectionID: collection._id }
  const { name, featured, verified } = collection
  return [
    {
      name: featured ? 'Remove from Featured' : 'Set Featured',
      title: featured ? `Take ${name} off the home page?` : `Feature ${name} on the home page?`,
      description: 'It is noted in the audit log.',
      confirm: featured ? 'Remove from Featured' : 'Set Featured',
      run: () => done(call('featureCollection', { body: { ...id, featured: !featured } })),
    },
    {
      name: verified ? 'Remove Verification' : 'Verify',
      title: verified ? `Remove the verification of ${name}?` : `Verify ${name}?`,
      description: verified
        ? 'Its mark goes from every page. It is noted in the audit log.'
        : 'Its mark stands beside its name on every page. It is noted in the audit log.',
      confirm: verified ? 'Remove verification' : 'Verify this collection',
      run: () => done(call('verifyCollection', { body: { ...id, verification: !verified } })),
    },
    {
      name: 'Delete Collection',
      title: `Delete ${name}?`,
      description:
        'The collection leaves the marketplace with its rules and unminted items. NFTs that are minted stay on the ledger and with their owners. It is noted in the audit log.',
      confirm: 'Delete this collection',
      removes: true,
      run: () => done(call('removeCollection', { body: id })),
    },
  ]
}
