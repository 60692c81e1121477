import {
  NotificationSettingsBody,
  NotificationSettingsReply,
  NotificationsQuery,
  NotificationsReply,
  PushDeviceBody,
  ReadNotificationsBody,
  RemovePushDeviceBody,
  UnreadReply,
} from '#contract/schemas/notifications.ts'
import { StatusReply } from '#contract/schemas/profiles.ts'
import { routes } from '#contract/addresses.ts'
import type { Operation } from './operation.ts'

const base = { tag: 'Accounts', auth: 'session' } as const

export const notificationOperations = {
  getNotifications: {
    ...routes.getNotifications,
    ...base,
    summary: 'List the connected account’s notifications, newest first',
    query: NotificationsQuery,
    reply: NotificationsReply,
  },
  getUnread: {
    ...routes.getUnread,
    ...base,
    summary: 'Count the connected account’s unread notifications',
    reply: UnreadReply,
  },
  readNotifications: {
    ...routes.readNotifications,
    ...base,
    summary: 'Mark a notification as read, or all up to it',
    body: ReadNotificationsBody,
    reply: StatusReply,
  },
  getNotificationSettings: {
    ...routes.getNotificationSettings,
    ...base,
    summary: 'List the kinds of notifications that the connected account does not want',
    reply: NotificationSettingsReply,
  },
  setNotificationSettings: {
    ...routes.setNotificationSettings,
    ...base,
    summary: 'Choose which kinds of notifications one does not want',
    body: NotificationSettingsBody,
    reply: StatusReply,
  },
  addPushDevice: {
    ...routes.addPushDevice,
    ...base,
    limit: 'write',
    summary: 'Send one’s notifications to a device, too (web push)',
    body: PushDeviceBody,
    reply: StatusReply,
  },
  removePushDevice: {
    ...routes.removePushDevice,
    ...base,
    summary: 'Send no more notifications to a device',
    body: RemovePushDeviceBody,
    reply: StatusReply,
  },
} as const satisfies Record<string, Operation>
