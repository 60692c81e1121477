import { describe, expect, it } from 'vitest'
import { statusOf } from '#web/features/profiles/status-store.ts'

describe('the status of a request', () => {
  it('is told with what the server says', () => {
    expect(statusOf({ status: 'success', data: 'You follow this account now' })).toEqual({
      state: 'success',
      title: 'Request completed successfully',
      text: 'You follow this account now',
    })
    expect(statusOf({ status: 'failed', data: 'You cannot follow yourself.' })).toMatchObject({
      title: 'The request is failed.',
      text: 'You cannot follow yourself.',
    })
  })

  it('has words of its own where the server has none', () => {
    for (const data of ['', null, undefined, 'The request is failed.']) {
      expect(statusOf({ status: 'failed', data })).toEqual({
        state: 'failed',
        title: 'The request is failed.',
        text: null,
      })
    }
  })

  it('is passed on when it is neither success nor failed', () => {
    expect(statusOf({ status: 'under review', data: 'Later' })).toEqual({
      state: 'other',
      title: 'under review',
      text: 'Later',
    })
  })
})
