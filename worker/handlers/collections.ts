import { t } from '#contract/words/sentence.ts'
import { authorizeMinter, readMinter } from '#worker/domain/account/authorize-minter.ts'
import { addCollection } from '#worker/domain/collection/add-collection.ts'
import { announceCollection } from '#worker/domain/collection/announce-collection.ts'
import { cancelAllOffers } from '#worker/domain/collection/cancel-all-offers.ts'
import { editCollection } from '#worker/domain/collection/edit-collection.ts'
import { getPrivateInfo } from '#worker/domain/collection/private-info.ts'
import { removeCollection } from '#worker/domain/collection/remove-collection.ts'
import { setBlacklist, setWhitelist } from '#worker/domain/collection/set-access-list.ts'
import { validatePromoCode } from '#worker/domain/collection/validate-promo-code.ts'
import type { AppHandlers } from './app-env.ts'
import { done, createSuccess } from './success.ts'

export const collectionHandlers = {
  addCollection: async ({ actor, form }, context) => createSuccess(await addCollection(context, actor, form)),
  editCollection: async ({ actor, form }, context) =>
    createSuccess(await editCollection(context, actor, form)),
  getPrivateInfo: ({ actor, body }, context) => getPrivateInfo(context, actor, body.collectionID),
  removeCollection: ({ actor, body }, context) =>
    done(removeCollection(context, actor, body.collectionID), t('This Collection is removed')),
  announceCollection: ({ actor, body }, context) =>
    done(announceCollection(context, actor, body.collectionID), t('This collection has been announced')),
  cancelAllOffers: ({ actor, body }, context) => cancelAllOffers(context, actor, body.collectionID),
  setWhitelist: ({ actor, body }, context) => setWhitelist(context, actor, body),
  setBlacklist: ({ actor, body }, context) => setBlacklist(context, actor, body),
  validatePromoCode: async ({ actor, body }, context) =>
    createSuccess(await validatePromoCode(context, actor, body)),
  getMinter: ({ actor }, context) => readMinter(context, actor),
  authorizeMinter: ({ actor }, context) => authorizeMinter(context, actor),
} satisfies Partial<AppHandlers>
