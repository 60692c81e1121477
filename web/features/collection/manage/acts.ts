import type { CollectionInfo } from '#contract/schemas/collection-info.ts'
import { t } from '#web/messages.ts'
import { joinSentences } from '#web/joined.ts'
import { call } from '#web/api/call.ts'

interface Done {
  /** Announcement shown when the action has succeeded. */
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
  /** True if the action removes the collection. */
  removes?: boolean
  run: () => Promise<Done>
}

const outcomeOf = async (work: Promise<{ data?: unknown }>): Promise<Done> => ({
  title: String((await work).data),
})

/** Returns the actions available to the issuer. */
export function issuerActs(collection: CollectionInfo): Act[] {
  const body = { collectionID: collection._id }
  const acts: Act[] = [
    {
      name: t('Cancel All Sell Offers'),
      title: t('Cancel all your sell offers in {name}?', { name: collection.name }),
      description: t(
        'Your works in this collection are taken off sale, and your auctions in it end. The marketplace cancels the offers addressed to it; you cancel the rest with your signature.',
      ),
      confirm: t('Cancel all sell offers'),
      run: async () => {
        const reply = await call('cancelAllOffers', { body })
        if (!('toSign' in reply)) return outcomeOf(Promise.resolve(reply))
        return {
          title: reply.data,
          text: joinSentences(
            t(
              'The marketplace cancels {count, plural, one {# sell offer} other {# sell offers}}; your signature cancels {signed, number}.',
              { count: reply.cancelling, signed: reply.toSign.length },
            ),
            reply.later > 0 &&
              t(
                '{count, plural, one {# more sell offer does not fit into one signature: request it separately.} other {# more sell offers do not fit into one signature: request them separately.}}',
                { count: reply.later },
              ),
          ),
          toSign: reply.toSign,
        }
      },
    },
    {
      name: t('Remove'),
      title: t('Remove {name}?', { name: collection.name }),
      description: t(
        'The collection is removed from the marketplace, along with its rules and unminted items. Minted NFTs stay on the ledger with their owners. This cannot be undone.',
      ),
      confirm: t('Remove this collection'),
      removes: true,
      run: () => outcomeOf(call('removeCollection', { body })),
    },
  ]
  if (collection.random && collection.onDemandMint)
    acts.unshift({
      name: t('Start a new epoch'),
      title: t('Start a new epoch of draws in {name}?', { name: collection.name }),
      description: t(
        'All unsold items are put into a new secret order, and items you have added or priced since the last one can be drawn, too. The order is committed on the ledger, which takes a few seconds. You can do this only while no draw is open; otherwise it happens automatically, at most once an hour.',
      ),
      confirm: t('Start a new epoch'),
      run: () => outcomeOf(call('startDrawEpoch', { body })),
    })
  if (!collection.notAnnounced) return acts
  return [
    {
      name: t('Announce'),
      title: t('Announce {name}?', { name: collection.name }),
      description: t('From now on, anyone who meets your rules can buy. This cannot be undone.'),
      confirm: t('Announce this collection'),
      run: () => outcomeOf(call('announceCollection', { body })),
    },
    ...acts,
  ]
}

/**
 * Returns the actions that sync the collection with the ledger, available to the issuer and the owner. `follow` tracks
 * the progress.
 */
export function syncActs({ _id: collectionID, name }: CollectionInfo, follow: () => Promise<void>): Act[] {
  const sync = (ask: 'syncCollection' | 'manualSyncCollection') => async () => {
    const message = await outcomeOf(call(ask, { body: { collectionID } }))
    await follow()
    return message
  }
  return [
    {
      name: t('Sync'),
      title: t('Sync {name}?', { name }),
      description: t(
        'Every NFT and offer in the collection is read from the ledger again, and any differences here are corrected. This can take a few minutes; the collection stays open in the meantime.',
      ),
      confirm: t('Start the sync'),
      run: sync('syncCollection'),
    },
    {
      name: t('Sync with Metadata'),
      title: t('Sync {name}, including metadata?', { name }),
      description: t(
        'Does everything a sync does, and also fetches the metadata of every NFT from IPFS again: names, pictures, traits and rarity. This takes longer.',
      ),
      confirm: t('Start the sync'),
      run: sync('manualSyncCollection'),
    },
  ]
}

/** Returns the actions available to the marketplace owner. */
export function ownerActs(collection: CollectionInfo): Act[] {
  const id = { collectionID: collection._id }
  const { name, featured, verified } = collection
  return [
    {
      name: featured ? t('Remove from Featured') : t('Set Featured'),
      title: featured
        ? t('Take {name} off the home page?', { name })
        : t('Feature {name} on the home page?', { name }),
      description: t('This is recorded in the audit log.'),
      confirm: featured ? t('Remove from Featured') : t('Set Featured'),
      run: () => outcomeOf(call('featureCollection', { body: { ...id, featured: !featured } })),
    },
    {
      name: verified ? t('Remove Verification') : t('Verify'),
      title: verified ? t('Remove verification from {name}?', { name }) : t('Verify {name}?', { name }),
      description: verified
        ? t('The mark disappears from every page. This is recorded in the audit log.')
        : t('A mark appears next to its name on every page. This is recorded in the audit log.'),
      confirm: verified ? t('Remove verification') : t('Verify this collection'),
      run: () => outcomeOf(call('verifyCollection', { body: { ...id, verification: !verified } })),
    },
    {
      name: t('Delete Collection'),
      title: t('Delete {name}?', { name }),
      description: t(
        'The collection is removed from the marketplace, along with its rules and unminted items. Minted NFTs stay on the ledger with their owners. This is recorded in the audit log.',
      ),
      confirm: t('Delete this collection'),
      removes: true,
      run: () => outcomeOf(call('removeCollection', { body: id })),
    },
  ]
}
