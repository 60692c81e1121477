import { expect, it } from 'vitest'
import { countUnread } from '#web/features/notifications/unread-count.ts'

const loaded = [{ read: false }, { read: true }, { read: false }]

it('the unread notifications of the list are counted until the server has counted all', () => {
  expect(countUnread(undefined, undefined)).toBe(0)
  expect(countUnread(undefined, loaded)).toBe(2)
  expect(countUnread(70, loaded)).toBe(70)
  expect(countUnread(0, loaded)).toBe(0)
})
