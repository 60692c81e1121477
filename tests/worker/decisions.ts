import { asJson } from '#local/lib/rpc.ts'
import type { AuditAction } from '#db/schema/management.ts'
import type { DemoAccount } from '#local/signer/types.ts'
import type { Session } from '#tests/support/api.ts'
import { png } from '#tests/support/media-files.ts'
import type { TestWorld } from '#tests/support/test-world.ts'
import { offerIndexed } from './helpers.ts'
import { type TableName } from '#tests/support/state.ts'

/** Each action needs an entry below, or the file does not compile. Adding a collection has no prior subject. */
type Decision = Exclude<AuditAction, 'add_collection'>

export const decisions = [
  'edit_collection',
  'set_promo_code',
  'announce_collection',
  'remove_collection',
  'cancel_all_offers',
  'set_whitelist',
  'set_blacklist',
  'sync_collection',
  'verify_collection',
  'feature_collection',
  'feature_nft',
  'set_room',
  'decide_adult_content',
  'retry_pin',
] as const satisfies Decision[]

interface Act {
  begin: () => Promise<string>
  run: (subject: string) => Promise<{ status: number }>
  /** The row and column in which the change is visible. */
  shows: { table: TableName; column: string; key: string }
}

/** The accounts that decide: the issuer of the objects created here, and the marketplace owner. */
interface Deciders {
  mara: DemoAccount
  issuer: Session
  owner: Session
  /** An indexed token of the issuer. */
  nft: string
}

const texts = {
  name: 'Night Orchard',
  description: 'Trees at night.',
  royalty: '7.5',
  links: '{"website":"https://orchard.example"}',
  promoCodeEnabled: 'false',
  promoCode: '',
}

/** Creates every decision of issuers and the marketplace owner, each as a call on a subject created for it. */
export function createDecisions(world: TestWorld, { mara, issuer, owner, nft }: Deciders) {
  async function send(path: string, fields: Record<string, string | Blob>, by: Session) {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    const reply = await fetch(`${world.url}${path}`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${by.token}` },
    })
    return { status: reply.status, body: asJson(await reply.json()) }
  }
  const press = (path: string, body: Record<string, unknown>, by = issuer) =>
    world.call(path, { session: by, body })

  let taxon = 100
  async function add(announced = true): Promise<string> {
    const fields = { taxon: String((taxon += 1)), preAnnounce: String(!announced) }
    const picture = { thumbnailFile: new Blob([png(20, 20)]) }
    const reply = await send('/api/collection/add', { ...texts, ...fields, ...picture }, issuer)
    return String(reply.body['data'])
  }
  const edit = (id: string, change: Record<string, string> = {}) =>
    send('/api/collection/edit', { ...texts, ...change, collectionID: id }, issuer)
  const failedPin = async () => {
    const cid = 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy'
    await world.addFailedPin(cid)
    return cid
  }
  const state = (table: TableName, column: string, key = 'id') => ({ table, column, key })
  const acts: Record<Decision, Act> = {
    edit_collection: {
      begin: add,
      run: (id) => edit(id, { name: 'Other' }),
      shows: state('collections', 'name'),
    },
    set_promo_code: {
      begin: add,
      run: (id) => edit(id, { promoCodeEnabled: 'true', promoCode: 'violets-4711' }),
      shows: state('collection_rules', 'promo_code', 'collection_id'),
    },
    announce_collection: {
      begin: () => add(false),
      run: (id) => press('/api/collection/announce', { collectionID: id }),
      shows: state('collections', 'announced'),
    },
    remove_collection: {
      begin: add,
      run: (id) => press('/api/collection/remove', { collectionID: id }),
      shows: state('collections', 'id'),
    },
    cancel_all_offers: {
      begin: async () => {
        const id = await add()
        const nft = await world.mint(mara, { taxon })
        const toMarket = { destination: world.marketplace.address }
        await offerIndexed(world, await world.list(mara, nft, 1_000_000n, toMarket))
        return id
      },
      run: (id) => press('/api/collection/cancelAllOffers', { collectionID: id }),
      shows: state('offer_cancellations', 'offer_id', 'collection_id'),
    },
    set_whitelist: {
      begin: add,
      run: (id) => press('/api/collection/whitelist', { collectionID: id, whitelist: `${mara.address}:1` }),
      shows: state('collection_whitelist', 'account', 'collection_id'),
    },
    set_blacklist: {
      begin: add,
      run: (id) => press('/api/collection/blacklist', { collectionID: id, blackList: mara.address }),
      shows: state('collection_blacklist', 'account', 'collection_id'),
    },
    sync_collection: {
      begin: add,
      run: (id) => press('/api/collection/sync', { collectionID: id }),
      shows: state('syncs', 'subject', 'subject'),
    },
    verify_collection: {
      begin: add,
      run: (id) => press('/api/admin/verify_collection', { collectionID: id, verification: true }, owner),
      shows: state('collections', 'verified'),
    },
    feature_collection: {
      begin: add,
      run: (id) => press('/api/admin/set_featured_collection', { collectionID: id, featured: true }, owner),
      shows: state('collections', 'featured_at'),
    },
    decide_adult_content: {
      begin: async () => nft,
      run: (id) => press('/api/admin/decide_adult_content', { id, adult: true }, owner),
      shows: state('nfts', 'adult'),
    },
    set_room: {
      begin: async () => world.marketplace.address,
      run: (artist) =>
        press('/api/admin/set_room', { artist, text: 'Nights.', works: [nft, nft, nft] }, owner),
      shows: state('curated_room', 'text', 'artist'),
    },
    feature_nft: {
      begin: async () => nft,
      run: (id) => press('/api/admin/set_featured_nft', { nftokenID: id, featured: true }, owner),
      shows: state('nfts', 'featured_at'),
    },
    retry_pin: {
      begin: failedPin,
      run: (cid) => press('/api/admin/retry_pin', { cid }, owner),
      // The state does not show it: the file does not exist, so a background retry fails again.
      shows: state('pins', 'due_at', 'cid'),
    },
  }

  return { send, press, add, edit, acts }
}
