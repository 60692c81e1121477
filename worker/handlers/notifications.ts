import {
  getNotificationSettings,
  getUnread,
  listNotifications,
  readNotifications,
  setNotificationSettings,
} from '#worker/domain/notification/list-notifications.ts'
import { addPushDevice, removePushDevice } from '#worker/domain/notification/push-devices.ts'
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
  addPushDevice: ({ actor, body }, context) =>
    done(addPushDevice(context, actor, body), 'Notifications are sent to this device'),
  removePushDevice: ({ actor, body }, context) =>
    done(removePushDevice(context, actor, body.endpoint), 'No more notifications are sent to this device'),
} satisfies Partial<AppHandlers>
