import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asJson, callRpc } from '#local/lib/rpc.ts'
import type { DemoAccount, Faults } from '#local/signer/types.ts'
import type { Session } from '#tests/support/api.ts'
import { expectContract } from '#tests/support/contract.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import {
  prepareTicket,
  sendByTicket,
  spendTicket,
  takeSequenceAsTicket,
} from '#tests/support/ticket-trick.ts'
import { batchModes, innerHashes } from '#worker/ledger/batch.ts'
import { identifyToken } from '#worker/ledger/token-id.ts'
import { advanceClock, ask, askAndSign, askReply, cronUntil, offersOf, openForBusiness } from './helpers.ts'
import { longDescribe, longTest, sampleOf } from '#tests/support/sample.ts'
import { exactList, minutesAgo, secondsAgo } from '#tests/support/state.ts'

let world: TestWorld
let artist: DemoAccount
let ann: Session
let bob: Session
let cid: Session

beforeAll(async () => {
  world = await createTestWorld({ batch: true })
  artist = await world.fund('Artist')
  await openForBusiness(world)
  ann = await world.connect(await world.fund('Ann'))
  bob = await world.connect(await world.fund('Bob'))
  cid = await world.connect(await world.fund('Cid'))
})
afterAll(() => world.close())

/** Creates indexed works of the artist with a royalty of 7 %, held by the account. */
async function worksOf({ account }: Session, count = 1): Promise<string[]> {
  const works: string[] = []
  for (let place = 0; place < count; place += 1) {
    const nft = await world.mint(artist, { transferFee: 7000 })
    const gift = await world.list(artist, nft, 0n, { destination: account.address })
    await world.run(account, { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: gift })
    works.push(nft)
  }
  await cronUntil(world, 'works indexed', async () => {
    const rows = await world.rowsOf('nfts', { id: works, owner: account.address })
    return rows.length === works.length
  })
  return works
}

async function post(operation: 'proposeSwap' | 'endSwap', session: Session, body: Record<string, unknown>) {
  const path = operation === 'proposeSwap' ? '/api/swap/propose' : '/api/swap/end'
  const reply = await world.call(path, { session, body })
  expectContract(operation, reply)
  return reply
}

async function propose(gives: string[], gets: string[], more: Record<string, unknown> = {}) {
  const reply = await post('proposeSwap', ann, { partner: bob.account.address, gives, gets, ...more })
  const id = asJson(reply.body['data'])['id']
  if (typeof id !== 'string') throw new Error(`proposeSwap answered ${reply.status}: ${reply.text}`)
  return id
}

async function swapOf(id: string) {
  const reply = await world.call(`/api/swap?id=${id}`)
  expectContract('getSwap', reply)
  return reply.body
}

const stateOf = async (id: string) => (await swapOf(id))['state']
const becomes = (id: string, state: string) =>
  cronUntil(world, `swap ${state}`, async () => (await stateOf(id)) === state)

const agree = (id: string) => askAndSign(world, 'agreeToSwap', bob, { id })
const complete = (id: string) => askAndSign(world, 'completeSwap', ann, { id })

const refused = async (
  operation: 'agreeToSwap' | 'completeSwap' | 'revokeSwap',
  session: Session,
  id: string,
) => (await askReply(world, operation, session, { id })).body

/**
 * Returns the outcome of a swap that did not happen. Its reason is known once the index has reached the swap's ledger.
 */
async function undone(uuid: string) {
  await cronUntil(world, 'undone', async () => {
    const { body } = await world.call(`/api/xumm/check/${uuid}`, { session: ann })
    return body['status'] !== 'pending'
  })
  return world.outcomeOf(uuid, ann)
}

const owners = (works: string[]) =>
  Promise.all(works.map((work) => world.ownerOf(work, [ann.account, bob.account, cid.account])))

async function withFaults<T>(faults: Partial<Faults>, work: () => Promise<T>): Promise<T> {
  world.signer.setFaults(faults)
  try {
    return await work()
  } finally {
    world.signer.setFaults({})
  }
}

describe('a swap', () => {
  test('shows the price of each work today, otherwise the floor of its collection', async () => {
    const [[listed = ''], [unlisted = '']] = [await worksOf(ann), await worksOf(bob)]
    await world.changeToken(listed, { price_drops: 4_000_000 })
    const id = await propose([listed], [unlisted])
    const values = async () => {
      const { gives, gets } = await swapOf(id)
      return [gives, gets].map((works) => asJson(Object(works)[0])['valueDrops'])
    }
    expect(await values()).toEqual(['4000000', null])
    const { issuer, taxon } = identifyToken(unlisted)
    await world.addCollection({ id: 'valued', issuer, taxon, name: 'Valued', floor_drops: 9_000_000 })
    expect(await values()).toEqual(['4000000', '9000000'])
    await world.removeRows('collections', { id: 'valued' })
  })

  test('of two works and XRP for one is a single transaction, exact to the drop', async () => {
    const [gives, gets] = [await worksOf(ann, 2), await worksOf(bob)]
    const id = await propose(gives, gets, { drops: '3000000' })
    expect(await swapOf(id)).toMatchObject({
      state: 'proposed',
      drops: '3000000',
      gives: [{ priceDrops: '0' }, { priceDrops: '0' }],
      gets: [{ nftokenID: gets[0], priceDrops: '3000000', royaltyDrops: '210000', held: true }],
    })
    expect(await agree(id)).toMatchObject({ status: 'success' })
    expect(await owners([...gives, ...gets])).toEqual([
      ann.account.address,
      ann.account.address,
      bob.account.address,
    ])
    const accounts = [ann.account, bob.account, artist]
    const before = await Promise.all(accounts.map(({ address }) => world.balanceOf(address)))
    const outcome = await complete(id)
    expect(outcome).toMatchObject({ status: 'success' })
    const { batchTxid, inner } = asJson(outcome['outcome'])
    expect(inner).toHaveLength(6)
    const outer = await callRpc(world.ledgerUrl, 'tx', { transaction: batchTxid })
    const after = await Promise.all(accounts.map(({ address }) => world.balanceOf(address)))
    expect(after.map((drops, at) => drops - (before[at] ?? 0n))).toEqual([
      -3_000_000n - BigInt(String(outer['Fee'])),
      2_790_000n,
      210_000n,
    ])
    expect(await owners([...gives, ...gets])).toEqual([
      bob.account.address,
      bob.account.address,
      ann.account.address,
    ])
    expect(await swapOf(id)).toMatchObject({ state: 'completed', message: null })
    expect([
      ...(await offersOf(world, ann.account.address)),
      ...(await offersOf(world, bob.account.address)),
    ]).toEqual([])
  })

  longTest('is completed with XRP of the partner for two works', async () => {
    const [gives, gets] = [await worksOf(ann, 2), await worksOf(bob)]
    const id = await propose(gives, gets, { drops: '5', payer: 'partner' })
    expect(await swapOf(id)).toMatchObject({ gives: [{ priceDrops: '3' }, { priceDrops: '2' }] })
    await agree(id)
    expect(await complete(id)).toMatchObject({ status: 'success' })
    expect(await stateOf(id)).toBe('completed')
  })

  longTest('can be completed after a rejection in the wallet, and only once', async () => {
    const id = await propose(await worksOf(ann), await worksOf(bob))
    await agree(id)
    const [first, second] = [
      await ask(world, 'completeSwap', ann, { id }),
      await ask(world, 'completeSwap', ann, { id }),
    ]
    await world.reject(first)
    expect(await world.outcomeOf(first, ann)).toMatchObject({ status: 'rejected' })
    await world.sign(second, ann.account)
    expect(await world.outcomeOf(second, ann)).toMatchObject({ status: 'success' })
    expect(await refused('completeSwap', ann, id)).toMatchObject({ code: 'swap_closed' })
  })
})

describe('a proposal is refused', () => {
  let own = ''
  let other = ''
  beforeAll(async () => {
    ;[own = '', other = ''] = [...(await worksOf(ann)), ...(await worksOf(bob))]
  })

  const fieldsOf: Record<string, () => Record<string, string>> = {
    'for one’s own account': () => ({ partner: ann.account.address }),
    'for the marketplace': () => ({ partner: world.marketplace.address }),
    'for an account that does not exist': () => ({ partner: 'rrrrrrrrrrrrrrrrrrrrrhoLvTp' }),
    'for more XRP than there is': () => ({ drops: '999999999999' }),
  }
  test.for([
    ['for one’s own account', 'validation_failed'],
    ['for the marketplace', 'validation_failed'],
    ['for an account that does not exist', 'account_not_found'],
    ['for more XRP than there is', 'insufficient_funds'],
  ] as const)('%s', async ([about, code]) => {
    const body = { partner: bob.account.address, gives: [own], gets: [other], ...fieldsOf[about]?.() }
    expect((await post('proposeSwap', ann, body)).body).toMatchObject({ status: 'failed', code })
  })

  test('for works that belong to others, twice the same, or too many', async () => {
    const to = { partner: bob.account.address }
    const codes = async (gives: string[], gets: string[]) =>
      (await post('proposeSwap', ann, { ...to, gives, gets })).body['code']
    expect(await codes([other], [own])).toBe('not_owner')
    expect(await codes([own], [own])).toBe('validation_failed')
    expect(await codes([own], [])).toBe('validation_failed')
    expect(await codes([own, 'A'.repeat(64), 'B'.repeat(64), 'C'.repeat(64)], [other])).toBe(
      'validation_failed',
    )
    expect(await codes([own], ['A'.repeat(64)])).toBe('not_found')
  })
})

describe('who may do what', () => {
  test('only the partner agrees, only the proposer completes, others see it', async () => {
    const id = await propose(await worksOf(ann), await worksOf(bob))
    expect(await refused('agreeToSwap', ann, id)).toMatchObject({ code: 'forbidden' })
    expect(await refused('agreeToSwap', cid, id)).toMatchObject({ code: 'forbidden' })
    expect(await refused('completeSwap', ann, id)).toMatchObject({ code: 'swap_closed' })
    expect(await refused('completeSwap', bob, id)).toMatchObject({ code: 'forbidden' })
    expect((await post('endSwap', cid, { id })).body).toMatchObject({ code: 'forbidden' })
    const lists = await Promise.all(
      [ann, bob, cid].map(async (session) => {
        const { body } = await world.call('/api/account/swaps', { session })
        return Object(body['swaps']).some((swap: unknown) => asJson(swap)['id'] === id) as boolean
      }),
    )
    expect(lists).toEqual([true, true, false])
  })

  test('declined and withdrawn ones are over; a late signature is discarded', async () => {
    const [gives, gets] = [await worksOf(ann), await worksOf(bob)]
    const declined = await propose(gives, gets)
    expect((await post('endSwap', bob, { id: declined })).body).toMatchObject({ data: { state: 'declined' } })
    expect(await refused('agreeToSwap', bob, declined)).toMatchObject({ code: 'swap_closed' })
    const withdrawn = await propose(gives, gets)
    const uuid = await ask(world, 'agreeToSwap', bob, { id: withdrawn })
    expect((await post('endSwap', ann, { id: withdrawn })).body).toMatchObject({
      data: { state: 'withdrawn' },
    })
    await world.sign(uuid, bob.account)
    expect(await world.outcomeOf(uuid, bob)).toMatchObject({ status: 'failed', code: 'swap_closed' })
    expect(await stateOf(withdrawn)).toBe('withdrawn')
  })
})

longDescribe('the partner’s signature', () => {
  test('counts once: a second one is discarded', async () => {
    const id = await propose(await worksOf(ann), await worksOf(bob))
    const [first, second] = [
      await ask(world, 'agreeToSwap', bob, { id }),
      await ask(world, 'agreeToSwap', bob, { id }),
    ]
    await world.sign(first, bob.account)
    await world.sign(second, bob.account)
    const outcomes = [await world.outcomeOf(first, bob), await world.outcomeOf(second, bob)]
    expect(outcomes.map(({ status, code }) => code ?? status).toSorted()).toEqual(['success', 'swap_closed'])
    expect(await complete(id)).toMatchObject({ status: 'success' })
  })

  test('by an old wallet, for another Batch or by another account does not count', async () => {
    const id = await propose(await worksOf(ann), await worksOf(bob))
    for (const [faults, code] of [
      [{ oldBatchFormat: true }, 'wallet_outdated'],
      [{ tamper: { Sequence: 1 } }, 'signature_mismatch'],
      [{ signWith: ann.account.address }, 'signature_mismatch'],
    ] as const) {
      const outcome = await withFaults(faults, () => agree(id))
      expect(outcome).toMatchObject({ status: 'failed', code })
    }
    expect(await stateOf(id)).toBe('proposed')
    expect(await agree(id)).toMatchObject({ status: 'success' })
  })

  test('is discarded on demand until it was handed out, and then ended by a transaction of its own', async () => {
    const [gives, gets] = [await worksOf(ann), await worksOf(bob)]
    const first = await propose(gives, gets)
    await agree(first)
    expect((await post('endSwap', bob, { id: first })).body).toMatchObject({ data: { state: 'declined' } })
    expect(await refused('completeSwap', ann, first)).toMatchObject({ code: 'swap_closed' })

    const second = await propose(gives, gets)
    await agree(second)
    const uuid = await ask(world, 'completeSwap', ann, { id: second })
    expect((await post('endSwap', bob, { id: second })).body).toMatchObject({ code: 'swap_closed' })
    expect(await askAndSign(world, 'revokeSwap', bob, { id: second })).toMatchObject({ status: 'success' })
    expect(await stateOf(second)).toBe('declined')
    await world.sign(uuid, ann.account)
    expect(await undone(uuid)).toMatchObject({ status: 'failed', code: 'swap_closed' })
    expect(await owners([...gives, ...gets])).toEqual([ann.account.address, bob.account.address])
  })

  test('is withdrawn by its partner, although the sweep has seen the spent Sequence first', async () => {
    const id = await propose(await worksOf(ann), await worksOf(bob))
    await agree(id)
    await ask(world, 'completeSwap', ann, { id })
    const uuid = await ask(world, 'revokeSwap', bob, { id })
    const lapsed = { state: 'proposed', batch: null, agreed_until: null, handed_out_at: null }
    await world.changeRows('swaps', { id }, lapsed)
    await world.sign(uuid, bob.account)
    expect(await world.outcomeOf(uuid, bob, 40_000)).toMatchObject({ status: 'success' })
    expect(await stateOf(id)).toBe('declined')
  })

  test('ends when either account sends something else first', async () => {
    for (const sender of [ann, bob]) {
      const id = await propose(await worksOf(ann), await worksOf(bob))
      await agree(id)
      await world.run(sender.account, { TransactionType: 'AccountSet' })
      await becomes(id, 'proposed')
      expect(await refused('completeSwap', ann, id)).toMatchObject({ code: 'swap_closed' })
      expect(await agree(id)).toMatchObject({ status: 'success' })
      expect(await complete(id)).toMatchObject({ status: 'success' })
    }
  })

  test('is good for a quarter of an hour: a later ledger does nothing with it', async () => {
    const id = await propose(await worksOf(ann), await worksOf(bob))
    await agree(id)
    const uuid = await ask(world, 'completeSwap', ann, { id })
    await advanceClock(world, 16 * 60)
    await becomes(id, 'proposed')
    expect(await refused('completeSwap', ann, id)).toMatchObject({ code: 'swap_closed' })
    await world.sign(uuid, ann.account)
    expect(await undone(uuid)).toMatchObject({ status: 'failed', code: 'expired' })
  })
})

/**
 * Prepares a swap that its partner has signed. Returns its id and the transaction that the proposer's wallet can
 * submit.
 */
async function handOut() {
  const [gives, gets] = [await worksOf(ann), await worksOf(bob)]
  const id = await propose(gives, gets)
  await agree(id)
  const uuid = await ask(world, 'completeSwap', ann, { id })
  const request = await world.requestOf(uuid)
  return { id, uuid, batch: asJson(request?.['txjson']), works: { gives, gets } }
}

async function sweepAfter(ledgerIndex: number) {
  await cronUntil(world, 'index', async () => (await world.followedLedger()) >= ledgerIndex)
  // A swap is checked only once every few seconds.
  await world.changeRows('swaps', {}, { checked_at: minutesAgo(1) })
  await world.cron()
}

describe('a signature that was handed out', () => {
  longTest('keeps both sides from ending the swap, and says until when it can happen', async () => {
    const { id, batch } = await handOut()
    const { agreedUntil, handedOut } = await swapOf(id)
    expect(handedOut).toBe(true)
    const time = String(agreedUntil).slice(11, 16)
    const words = async (session: Session) => (await post('endSwap', session, { id })).body
    expect(await words(ann)).toMatchObject({
      code: 'swap_closed',
      data: `Your wallet can still complete this swap until ${time} UTC. You can withdraw the proposal then.`,
    })
    expect(await words(bob)).toMatchObject({
      code: 'swap_closed',
      data: `The proposer’s wallet has your signature and can complete the swap until ${time} UTC. Withdraw it with another transaction, or wait until then.`,
    })
    expect(await stateOf(id)).toBe('agreed')
    // The partner can end the swap as long as it can happen. After that, the proposer's transaction has no effect.
    expect(await askAndSign(world, 'revokeSwap', bob, { id })).toMatchObject({ status: 'success' })
    expect(await stateOf(id)).toBe('declined')
    await world.run(ann.account, batch)
    await world.cron()
    expect(await stateOf(id)).toBe('declined')
  })

  longTest(
    'is alive while its Sequence is a ticket: the swap stays agreed until it has happened',
    async () => {
      await prepareTicket(world.run, ann.account)
      const { id, uuid, batch, works } = await handOut()
      const { ledgerIndex } = await takeSequenceAsTicket(world.run, world.ledgerUrl, ann.account)
      await sweepAfter(ledgerIndex)
      expect(await stateOf(id)).toBe('agreed')
      expect((await post('endSwap', bob, { id })).body).toMatchObject({ code: 'swap_closed' })
      await world.sign(uuid, ann.account)
      await sendByTicket(world.run, ann.account, batch)
      await becomes(id, 'completed')
      expect(await swapOf(id)).toMatchObject({ txid: innerHashes(batch)[1] })
      expect(await world.outcomeOf(uuid, ann)).toMatchObject({ status: 'success' })
      expect(await owners([...works.gives, ...works.gets])).toEqual([
        bob.account.address,
        ann.account.address,
      ])
    },
  )

  longTest('is dead when the ticket of its Sequence was used: the proposal stands again', async () => {
    await prepareTicket(world.run, ann.account)
    const { id, batch } = await handOut()
    await takeSequenceAsTicket(world.run, world.ledgerUrl, ann.account)
    await sweepAfter((await spendTicket(world.run, ann.account, batch)).ledgerIndex)
    expect(await stateOf(id)).toBe('proposed')
    await expect(sendByTicket(world.run, ann.account, batch)).rejects.toThrow('tefNO_TICKET')
    expect((await post('endSwap', ann, { id })).body).toMatchObject({ data: { state: 'withdrawn' } })
  })

  longTest('can be revoked while its Sequence is a ticket', async () => {
    await prepareTicket(world.run, ann.account)
    const { id, batch, works } = await handOut()
    await takeSequenceAsTicket(world.run, world.ledgerUrl, ann.account)
    expect(await askAndSign(world, 'revokeSwap', bob, { id })).toMatchObject({ status: 'success' })
    expect(await stateOf(id)).toBe('declined')
    await sendByTicket(world.run, ann.account, batch)
    await world.cron()
    expect(await stateOf(id)).toBe('declined')
    expect(await owners([...works.gives, ...works.gets])).toEqual([ann.account.address, bob.account.address])
  })

  test.each(sampleOf(['withdrawn', 'proposed', 'declined', 'expired', 'void'], 1))(
    'cannot be taken back by a call, and completes a swap that we believed %s, when the ledger shows it',
    async (state) => {
      const { id, batch } = await handOut()
      for (const session of [ann, bob])
        expect((await post('endSwap', session, { id })).body).toMatchObject({ code: 'swap_closed' })
      await world.changeRows('swaps', { id }, { state, batch: null, ended_at: new Date() })
      await world.run(ann.account, batch)
      await becomes(id, 'completed')
      expect(await swapOf(id)).toMatchObject({ txid: innerHashes(batch)[1], message: null })
    },
  )
})

longDescribe('at the same time', () => {
  longTest(
    'the partner declines and the proposer asks its wallet: exactly one of them succeeds',
    async () => {
      const [gives, gets] = [await worksOf(ann), await worksOf(bob)]
      for (let round = 0; round < 3; round += 1) {
        const id = await propose(gives, gets)
        await agree(id)
        const [declined, completion] = await Promise.all([
          post('endSwap', bob, { id }),
          askReply(world, 'completeSwap', ann, { id }),
        ])
        const won = [declined.body['status'] === 'success', completion.status === 202]
        expect(won.filter(Boolean)).toHaveLength(1)
        expect(won[0] ? completion.body['code'] : declined.body['code']).toBe('swap_closed')
        expect(await stateOf(id)).toBe(won[0] ? 'declined' : 'agreed')
        if (won[0]) continue
        await world.run(bob.account, { TransactionType: 'AccountSet' })
        await becomes(id, 'proposed')
        await post('endSwap', ann, { id })
      }
      expect(await owners([...gives, ...gets])).toEqual([ann.account.address, bob.account.address])
    },
  )

  longTest('two proposals about one work: one happens, the other one is void', async () => {
    const [gives, gets] = [await worksOf(ann), await worksOf(bob, 2)]
    const ids = [await propose(gives, gets.slice(0, 1)), await propose(gives, gets.slice(1))]
    for (const id of ids) expect(await agree(id)).toMatchObject({ status: 'success' })
    const uuids = [
      await ask(world, 'completeSwap', ann, { id: ids[0] }),
      await ask(world, 'completeSwap', ann, { id: ids[1] }),
    ]
    for (const uuid of uuids) await world.sign(uuid, ann.account)
    expect(await world.outcomeOf(uuids[0] ?? '', ann)).toMatchObject({ status: 'success' })
    expect(await undone(uuids[1] ?? '')).toMatchObject({
      status: 'failed',
      data: 'Another transaction from your account came first, or this one did not reach the ledger in time. Nothing was paid: please try again.',
    })
    expect(await stateOf(ids[0] ?? '')).toBe('completed')
    await becomes(ids[1] ?? '', 'void')
    expect(await owners([...gives, ...gets])).toEqual([
      bob.account.address,
      ann.account.address,
      bob.account.address,
    ])
  })
})

longTest('a proposer whose wallet changes anything is noticed, and nothing moves', async () => {
  const [gives, gets] = [await worksOf(ann), await worksOf(bob)]
  const id = await propose(gives, gets)
  await agree(id)
  for (const tamper of [{ BatchSigners: null }, { Flags: batchModes.independent }, { RawTransactions: [] }]) {
    const outcome = await withFaults({ tamper, skipSubmit: true }, () => complete(id))
    expect(outcome).toMatchObject({ status: 'failed', code: 'signature_mismatch' })
  }
  expect(await owners([...gives, ...gets])).toEqual([ann.account.address, bob.account.address])
  expect(await complete(id)).toMatchObject({ status: 'success' })
})

describe('an account that cannot take part', () => {
  const setSigning = (canSignBatch: boolean) =>
    world.call('/api/account/signing', { session: ann, body: { canSignBatch } })

  test('is told why, and nothing is stored', async () => {
    const [gives, gets] = [await worksOf(ann), await worksOf(bob)]
    await setSigning(false)
    const reply = await post('proposeSwap', ann, { partner: bob.account.address, gives, gets })
    expect(reply.body).toMatchObject({ status: 'failed', code: 'batch_unavailable' })
    await setSigning(true)
    const proposals = await world.rowsOf('swaps', { proposer: ann.account.address })
    expect(proposals.flatMap((swap) => swap['gives'])).not.toContain(gives[0])
  })

  longTest('has a limit of open proposals', async () => {
    const [gives, gets] = [await worksOf(ann), await worksOf(bob)]
    for (let n = 0; n < 20; n += 1)
      await world.addSwap({ proposer: ann.account.address, partner: bob.account.address, gives, gets })
    const other = { partner: bob.account.address, gives, gets: await worksOf(bob) }
    const reply = await post('proposeSwap', ann, other)
    expect(reply.body).toMatchObject({ status: 'failed', code: 'swap_limit' })
    // If several proposals are made concurrently, only as many are stored as the limit allows. A proposal with the same
    // terms is refused first.
    const open = { proposer: ann.account.address, state: ['proposed', 'agreed'] }
    const surplus = (await world.countRows('swaps', open)) - 18
    const proposals = await world.rowsOf('swaps', { gives: exactList(gives) })
    await world.removeRows('swaps', { id: proposals.slice(0, surplus).map(({ id }) => id) })
    const works = await Promise.all(Array.from({ length: 4 }, () => worksOf(bob)))
    const replies = await Promise.all(
      works.map((wanted) => post('proposeSwap', ann, { partner: bob.account.address, gives, gets: wanted })),
    )
    const codes = replies.map(({ body }) => body['code'] ?? body['status'])
    expect(codes.toSorted()).toEqual(['success', 'success', 'swap_limit', 'swap_limit'])
    await world.removeRows('swaps', { gives: exactList(gives) })
  })

  longTest('cannot propose the same twice', async () => {
    const [gives, gets] = [await worksOf(ann), await worksOf(bob)]
    const body = { partner: bob.account.address, gives, gets }
    expect((await post('proposeSwap', ann, body)).body).toMatchObject({ status: 'success' })
    expect((await post('proposeSwap', ann, body)).body).toMatchObject({ code: 'already_pending' })
    await world.removeRows('swaps', { gives: exactList(gives) })
  })

  longTest('proposes once, however often the call is repeated', async () => {
    const [gives, gets] = [await worksOf(ann), await worksOf(bob)]
    const body = { partner: bob.account.address, gives, gets }
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const replies = [
      await world.call('/api/swap/propose', { session: ann, body, headers }),
      await world.call('/api/swap/propose', { session: ann, body, headers }),
    ]
    expect(replies[1]?.body['data']).toEqual(replies[0]?.body['data'])
    expect(await world.countRows('swaps', { gives: exactList(gives) })).toBe(1)
  })
})

describe('a proposal', () => {
  test('is void for both sides and for good once a work has moved', async () => {
    const [gives, gets] = [await worksOf(ann), await worksOf(bob)]
    const id = await propose(gives, gets)
    const gift = await world.list(bob.account, gets[0] ?? '', 0n, { destination: cid.account.address })
    await world.run(cid.account, { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: gift })
    await becomes(id, 'void')
    expect(await swapOf(id)).toMatchObject({
      message: 'A work in this swap has changed hands or was burned in the meantime.',
      gets: [{ held: false }],
    })
    expect(await refused('agreeToSwap', bob, id)).toHaveProperty('code')
    await cronUntil(world, 'written', async () => {
      const rows = await world.rowsOf('swaps', { id, state: 'void' })
      return rows.length === 1
    })
  })

  longTest('a work that moves after the agreement: nothing happens, and the page says why', async () => {
    const [gives, gets] = [await worksOf(ann), await worksOf(bob)]
    const id = await propose(gives, gets)
    await agree(id)
    const uuid = await ask(world, 'completeSwap', ann, { id })
    const gift = await world.list(bob.account, gets[0] ?? '', 0n, { destination: cid.account.address })
    await world.run(cid.account, { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: gift })
    await cronUntil(
      world,
      'moved',
      async () => asJson(Object((await swapOf(id))['gets'])[0])['held'] === false,
    )
    await world.sign(uuid, ann.account)
    expect(await undone(uuid)).toMatchObject({
      status: 'failed',
      code: 'swap_closed',
      data: 'A work in this swap has changed hands or was burned in the meantime. Nothing changed hands; only the transaction cost was paid.',
    })
    await becomes(id, 'void')
    expect(await owners(gives)).toEqual([ann.account.address])
  })

  longTest('when its days are over', async () => {
    const id = await propose(await worksOf(ann), await worksOf(bob), { days: 1 })
    await world.changeRows('swaps', { id }, { expires_at: secondsAgo(1) })
    expect(await stateOf(id)).toBe('expired')
    expect(await refused('agreeToSwap', bob, id)).toMatchObject({ code: 'swap_closed' })
    await world.cron()
    expect(await world.rowsOf('swaps', { id })).toMatchObject([{ state: 'expired' }])
  })
})
