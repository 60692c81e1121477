import { t } from '#contract/words/sentence.ts'
import { checkEligibility } from '#worker/domain/account/check-eligibility.ts'
import { getAccount } from '#worker/domain/account/find-account.ts'
import { follow, unfollow } from '#worker/domain/account/follow.ts'
import { getBalance } from '#worker/domain/account/get-balance.ts'
import { getPortfolio } from '#worker/domain/account/get-portfolio.ts'
import { getProfile } from '#worker/domain/account/get-profile.ts'
import { listAccountCollections, listVerifiedRandom } from '#worker/domain/account/list-collections.ts'
import { listAccountHistory } from '#worker/domain/account/list-history.ts'
import { listAccountNfts } from '#worker/domain/account/list-nfts.ts'
import { listAccountOffers } from '#worker/domain/account/list-offers.ts'
import { saveProfile } from '#worker/domain/account/save-profile.ts'
import { reportContent } from '#worker/domain/admin/adult-content.ts'
import type { AppHandlers } from './app-env.ts'
import { done } from './success.ts'

export const accountHandlers = {
  getAccountNfts: ({ query }, context) =>
    listAccountNfts(context, { ...query, account: getAccount(query.account) }),
  getAccountOffers: ({ query }, context) => listAccountOffers(context, getAccount(query.account)),
  getAccountHistory: ({ query }, context) => listAccountHistory(context, getAccount(query.account)),
  getPortfolio: ({ query }, context) => getPortfolio(context, getAccount(query.account)),
  getAccountCollections: ({ query }, context) => listAccountCollections(context, getAccount(query.account)),
  getVerifiedRandom: (_input, context) => listVerifiedRandom(context),
  getProfile: ({ actor, query }, context) =>
    getProfile(context, getAccount(query.account), actor?.account ?? null),
  getBalance: ({ actor }, context) => getBalance(context, actor),
  getEligibility: ({ actor }, context) => checkEligibility(context, actor),
  createProfile: ({ actor, form }, context) =>
    done(saveProfile(context, actor, form, 'create'), t('Your profile has been created')),
  editProfile: ({ actor, form }, context) =>
    done(saveProfile(context, actor, form, 'edit'), t('Changes have been saved', { context: 'reply' })),
  reportContent: ({ actor, body }, context) =>
    done(
      reportContent(context, actor, body.id),
      t(
        'Thank you. Once several accounts report a work, its picture is blurred and the marketplace makes a decision.',
      ),
    ),
  follow: ({ actor, body }, context) =>
    done(follow(context, actor, body.followee), 'You follow this account now'),
  unfollow: ({ actor, body }, context) =>
    done(unfollow(context, actor, body.followee), 'You no longer follow this account'),
} satisfies Partial<AppHandlers>
