import type { Hono } from 'hono'
import { checkEligibility } from '#worker/domain/account/check-eligibility.ts'
import { follow, unfollow } from '#worker/domain/account/follow.ts'
import { getProfile } from '#worker/domain/account/get-profile.ts'
import { listAccountCollections, listVerifiedRandom } from '#worker/domain/account/list-collections.ts'
import { listAccountHistory } from '#worker/domain/account/list-history.ts'
import { listAccountNfts } from '#worker/domain/account/list-nfts.ts'
import { listAccountOffers } from '#worker/domain/account/list-offers.ts'
import { getAccount } from '#worker/domain/account/find-account.ts'
import { saveProfile } from '#worker/domain/account/save-profile.ts'
import { serve } from '#worker/http/serve.ts'
import { findActor, requireActor, requireClaimant } from './actor.ts'
import type { AppEnv } from './app-env.ts'

const success = (data: string) => ({ status: 'success' as const, data })

export function accountRoutes(app: Hono<AppEnv>) {
  serve(app, {
    getAccountNfts: ({ query }, context) =>
      listAccountNfts(context, { ...query, account: getAccount(query.account) }),
    getAccountOffers: ({ query }, context) => listAccountOffers(context, getAccount(query.account)),
    getAccountHistory: ({ query }, context) => listAccountHistory(context, getAccount(query.account)),
    getAccountCollections: ({ query }, context) => listAccountCollections(context, getAccount(query.account)),
    getVerifiedRandom: (_input, context) => listVerifiedRandom(context),
    getProfile: async ({ query }, context, http) =>
      getProfile(context, getAccount(query.account), (await findActor(http))?.account ?? null),
    getEligibility: async (_input, context, http) => checkEligibility(context, await requireActor(http)),
    createProfile: async ({ form }, context, http) => {
      const actor = await requireClaimant(context, http, {
        account: form.account,
        user_token: form.userToken,
      })
      await saveProfile(context, actor, form, 'create')
      return success('Your profile has been created')
    },
    editProfile: async ({ form }, context, http) => {
      const actor = await requireClaimant(context, http, {
        account: form.account,
        user_token: form.userToken,
      })
      await saveProfile(context, actor, form, 'edit')
      return success('Changes have been saved')
    },
    follow: async ({ body }, context, http) => {
      const actor = await requireClaimant(context, http, body)
      await follow(context, actor, body.followee)
      return success('You follow this account now')
    },
    unfollow: async ({ body }, context, http) => {
      const actor = await requireClaimant(context, http, body)
      await unfollow(context, actor, body.followee)
      return success('You no longer follow this account')
    },
  })
}
