import type { CollectionInfo } from '#worker/contract/collection-info.ts'
import { m } from '#web/messages.ts'
import { joinSentences } from '#web/joined.ts'
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

/** Actions of the issuer. */
export function issuerActs(collection: CollectionInfo): Act[] {
  const body = { collectionID: collection._id }
  const acts: Act[] = [
    {
      name: m.collection_acts_cancel_all_sell_offers,
      title: m.collection_acts_cancel_all_sell_offers_name({ name: collection.name }),
      description: m.collection_acts_cancel_all_description,
      confirm: m.collection_acts_cancel_all_sell_offers_label,
      run: async () => {
        const reply = await call('cancelAllOffers', { body })
        if (!('toSign' in reply)) return done(Promise.resolve(reply))
        return {
          title: reply.data,
          text: joinSentences(
            m.collection_acts_cancelled_by({ count: reply.cancelling, signed: reply.toSign.length }),
            reply.later > 0 && m.collection_acts_more_than_fit({ count: reply.later }),
          ),
          toSign: reply.toSign,
        }
      },
    },
    {
      name: m.common_remove,
      title: m.collection_acts_remove({ name: collection.name }),
      description: m.collection_acts_collection_leaves_marketplace_rules,
      confirm: m.collection_acts_remove_this_collection,
      removes: true,
      run: () => done(call('removeCollection', { body })),
    },
  ]
  if (collection.random && collection.onDemandMint)
    acts.unshift({
      name: m.collection_acts_start_a_new_epoch,
      title: m.collection_acts_start_new_epoch_draws({ name: collection.name }),
      description: m.collection_acts_epoch_description,
      confirm: m.collection_acts_start_a_new_epoch,
      run: () => done(call('startDrawEpoch', { body })),
    })
  if (!collection.notAnnounced) return acts
  return [
    {
      name: m.collection_sale_fields_announce,
      title: m.collection_acts_announce({ name: collection.name }),
      description: m.collection_acts_now_everybody_can_buy,
      confirm: m.collection_acts_announce_this_collection,
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
      name: m.collection_acts_sync,
      title: m.collection_acts_sync_name({ name }),
      description: m.collection_acts_sync_description,
      confirm: m.collection_acts_start_the_sync,
      run: sync('syncCollection'),
    },
    {
      name: m.collection_acts_sync_with_metadata,
      title: m.collection_acts_sync_its_metadata_too({ name }),
      description: m.collection_acts_sync_metadata_every_nft,
      confirm: m.collection_acts_start_the_sync,
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
      name: featured ? m.collection_acts_remove_from_featured : m.collection_acts_set_featured,
      title: featured
        ? m.collection_acts_take_off_home_page({ name })
        : m.collection_acts_feature_home_page({ name }),
      description: m.collection_acts_noted_audit_log,
      confirm: featured ? m.collection_acts_remove_from_featured : m.collection_acts_set_featured,
      run: () => done(call('featureCollection', { body: { ...id, featured: !featured } })),
    },
    {
      name: verified ? m.collection_acts_remove_verification : m.collection_verify_panel_verify,
      title: verified
        ? m.collection_acts_remove_the_verification_of({ name })
        : m.collection_acts_verify({ name }),
      description: verified
        ? m.collection_acts_mark_goes_every_page
        : m.collection_acts_mark_stands_beside_name,
      confirm: verified
        ? m.collection_acts_remove_verification_label
        : m.collection_acts_verify_this_collection,
      run: () => done(call('verifyCollection', { body: { ...id, verification: !verified } })),
    },
    {
      name: m.collection_acts_delete_collection,
      title: m.collection_acts_delete({ name }),
      description: m.collection_acts_collection_leaves_marketplace_rules_label,
      confirm: m.collection_acts_delete_this_collection,
      removes: true,
      run: () => done(call('removeCollection', { body: id })),
    },
  ]
}
