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
import { done, createSuccess } from './success.ts'
import { checkWatched } from '#worker/domain/watchlist/check-watched.ts'
import { getWatchlist, unwatch, watch } from '#worker/domain/watchlist/watch.ts'
import {
  getNotificationSettings,
  getUnread,
  listNotifications,
  readNotifications,
  setNotificationSettings,
} from '#worker/domain/notification/list-notifications.ts'
import { addPushDevice, removePushDevice } from '#worker/domain/notification/push-devices.ts'
import { errorFacts } from '#contract/words/error-facts.ts'
import { askStatement, getStatement } from '#worker/domain/statement/get-statement.ts'
import { readStatements } from '#worker/domain/statement/read-statements.ts'

/** Maximum time to work after the reply, for which the platform allows 30 s. The cron finishes the rest. */
const afterReplyMs = 20_000

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
  getWatchlist: ({ actor }, context) => getWatchlist(context, actor),
  watch: async ({ actor, body }, context) => createSuccess(await watch(context, actor, body.items)),
  unwatch: ({ actor, body }, context) =>
    done(unwatch(context, actor, body.items), 'It is no longer on your watchlist'),
  checkWatched: ({ body }, context) => checkWatched(context, body.items),
  getNotifications: ({ actor, query }, context) => listNotifications(context, actor, query.before ?? null),
  getUnread: ({ actor }, context) => getUnread(context, actor),
  readNotifications: ({ actor, body }, context) =>
    done(readNotifications(context, actor, body), 'Marked as read'),
  getNotificationSettings: ({ actor }, context) => getNotificationSettings(context, actor),
  setNotificationSettings: ({ actor, body }, context) =>
    done(setNotificationSettings(context, actor, body), 'Your choice is saved'),
  addPushDevice: ({ actor, body }, context) =>
    done(addPushDevice(context, actor, body), 'Notifications are sent to this device'),
  removePushDevice: ({ actor, body }, context) =>
    done(removePushDevice(context, actor, body.endpoint), 'No more notifications are sent to this device'),
  getStatement: ({ actor, query }, context) => getStatement(context, actor, query),
  askStatement: async ({ actor, body }, context) => {
    await askStatement(context, actor, body.year)
    const work = readStatements(context, new Date(context.now().getTime() + afterReplyMs))
    context.afterReply(
      work.catch((error: unknown) => context.log.warn('statement_not_begun', errorFacts(error))),
    )
    return createSuccess(t('The statement is being read'))
  },
} satisfies Partial<AppHandlers>
