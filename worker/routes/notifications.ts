import {
  getNotificationSettings,
  getUnread,
  listNotifications,
  readNotifications,
  setNotificationSettings,
} from '#worker/domain/notification/list-notifications.ts'
import type { AppHandlers } from './app-env.ts'
import { done } from './success.ts'

export const notificationHandlers = {
  getNotifications: ({ actor, query }, context) => listNotifications(context, actor, query.before ?? null),
  getUnread: ({ actor }, context) => getUnread(context, actor),
  readNotifications: ({ actor, body }, context) =>
    done(readNotifications(context, actor, body), 'Marked as read'),
  getNotificationSettings: ({ actor }, context) => getNotificationSettings(context, actor),
  setNotificationSettings: ({ actor, body }, context) =>
    done(setNotificationSettings(context, actor, body), 'Your choice is saved'),
} satisfies Partial<AppHandlers>
