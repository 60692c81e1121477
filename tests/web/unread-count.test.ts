import { expect, it } from 'vitest'
import { unreadCount } from '#web/features/notifications/unread-count.ts'

const loaded = [{ read: false }, { read: true }, { read: false }]

it('counts the unread notifications of the list until the server has counted all', () => {
  expect(unreadCount(undefined, undefined)).toBe(0)
  expect(unreadCount(undefined, loaded)).toBe(2)
  expect(unreadCount(70, loaded)).toBe(70)
  expect(unreadCount(0, loaded)).toBe(0)
})
