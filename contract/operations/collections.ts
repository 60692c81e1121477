import {
  AddCollectionForm,
  AuthorizeMinterBody,
  BlacklistBody,
  CancelOffersReply,
  CollectionBody,
  CollectionSavedReply,
  EditCollectionForm,
  ListSavedReply,
  MinterReply,
  PrivateCollection,
  PromoBody,
  WhitelistBody,
} from '#contract/schemas/collections.ts'
import { StatusReply } from '#contract/schemas/profiles.ts'
import { routes } from '#contract/addresses.ts'
import { SignedReply } from '#contract/schemas/sign-requests.ts'
import type { Operation } from './operation.ts'

const collectionDefaults = { tag: 'Collections', auth: 'session', keyed: true } as const
const write = { ...collectionDefaults, limit: 'write' } as const

export const collectionOperations = {
  addCollection: {
    ...routes.addCollection,
    ...write,
    summary: 'Create a collection of one’s own, or take over one that is known from its tokens',
    form: AddCollectionForm,
    reply: CollectionSavedReply,
  },
  editCollection: {
    ...routes.editCollection,
    ...write,
    fresh: true,
    summary: 'Change a collection of one’s own',
    form: EditCollectionForm,
    reply: CollectionSavedReply,
  },
  getPrivateInfo: {
    ...routes.getPrivateInfo,
    ...collectionDefaults,
    fresh: true,
    summary: 'Everything of a collection, promo code and lists included, for its issuer alone',
    body: CollectionBody,
    reply: PrivateCollection,
  },
  removeCollection: {
    ...routes.removeCollection,
    ...write,
    fresh: true,
    summary: 'Remove a collection (issuer and marketplace owner)',
    body: CollectionBody,
    reply: StatusReply,
  },
  announceCollection: {
    ...routes.announceCollection,
    ...write,
    fresh: true,
    summary: 'Announce a collection that is not announced yet (issuer)',
    body: CollectionBody,
    reply: StatusReply,
  },
  cancelAllOffers: {
    ...routes.cancelAllOffers,
    ...write,
    fresh: true,
    summary: 'Cancel all sell offers of the issuer in a collection; names those that need its signature',
    body: CollectionBody,
    reply: CancelOffersReply,
  },
  setWhitelist: {
    ...routes.setWhitelist,
    ...write,
    fresh: true,
    summary: 'Set the whitelist of a collection (issuer); wrong lines are dropped and named',
    body: WhitelistBody,
    largeBody: true,
    reply: ListSavedReply,
  },
  setBlacklist: {
    ...routes.setBlacklist,
    ...write,
    fresh: true,
    summary: 'Set the blacklist of a collection (issuer); wrong lines are dropped and named',
    body: BlacklistBody,
    largeBody: true,
    reply: ListSavedReply,
  },
  validatePromoCode: {
    ...routes.validatePromoCode,
    ...collectionDefaults,
    summary: 'Check a promo code; each account may try 10 wrong ones per hour',
    body: PromoBody,
    reply: StatusReply,
  },
  getMinter: {
    ...routes.getMinter,
    tag: 'Collections',
    auth: 'session',
    summary:
      'Check whether the connected account lets the marketplace mint for it, as on-demand minting requires',
    reply: MinterReply,
  },
  authorizeMinter: {
    ...routes.authorizeMinter,
    ...collectionDefaults,
    limit: 'sign',
    summary: 'Let the marketplace mint in the connected account’s name',
    body: AuthorizeMinterBody,
    reply: SignedReply,
  },
} as const satisfies Record<string, Operation>
