import { beforeAll, expect, test } from 'vitest'
import { directoryKeys } from '#ledger/entries/directories.ts'
import { findAccount } from '#ledger/entries/account-roots.ts'
import { ownerDirectory } from '#ledger/entries/keylets.ts'
import { ChainWorld, usd } from './chain-world.ts'
import { problemsOf } from './invariants.ts'

// Tests AccountDelete. Source: xrpl.org "AccountDelete", "Deleting Accounts".

const FEE = '200000'
const accountSetFlag = { requireDest: 1, depositAuth: 9 }

/** Creates a world whose accounts are old enough to be deleted. */
function oldWorld(actors: number) {
  const world = new ChainWorld(actors)
  for (let ledger = 0; ledger < 260; ledger += 1) world.chain.close()
  return world
}

let world: ChainWorld
beforeAll(() => {
  world = oldWorld(6)
})

test('an account goes with its objects, its XRP to the destination', () => {
  const [owner, friend, heir] = world.actors
  if (owner === undefined || friend === undefined || heir === undefined) throw new Error('no actors')
  const drafts = [
    { TransactionType: 'TicketCreate', TicketCount: 2 },
    {
      TransactionType: 'SignerListSet',
      SignerQuorum: 1,
      SignerEntries: [{ SignerEntry: { Account: friend.address, SignerWeight: 1 } }],
    },
    { TransactionType: 'DepositPreauth', Authorize: friend.address },
    {
      TransactionType: 'DelegateSet',
      Authorize: friend.address,
      Permissions: [{ Permission: { PermissionValue: 'Payment' } }],
    },
  ]
  for (const draft of drafts) expect(world.send(owner, draft).result).toBe('tesSUCCESS')
  const permissions = [{ Permission: { PermissionValue: 'NFTokenMint' } }]
  const delegation = { TransactionType: 'DelegateSet', Authorize: owner.address, Permissions: permissions }
  expect(world.send(friend, delegation).result).toBe('tesSUCCESS')

  const balance = world.drops(owner)
  const before = world.drops(heir)
  const draft = { TransactionType: 'AccountDelete', Destination: heir.address, Fee: FEE }
  const { result, metadata } = world.send(owner, draft)
  expect({ result, delivered: metadata?.DeliveredAmount }).toEqual({
    result: 'tesSUCCESS',
    delivered: (balance - BigInt(FEE)).toString(),
  })
  expect(world.drops(heir)).toBe(before + balance - BigInt(FEE))
  expect(findAccount(world.view, owner.address)).toBeUndefined()
  expect([...directoryKeys(world.view, ownerDirectory(owner.address))]).toEqual([])
  expect(world.account(friend).OwnerCount).toBe(0)
  expect(problemsOf(world.chain)).toEqual([])
})

test('obligations and unwilling destinations keep an account', () => {
  const [, , , owner, tagged, closed] = world.actors
  if (owner === undefined || tagged === undefined || closed === undefined) throw new Error('no actors')
  const gone = { TransactionType: 'AccountDelete', Fee: FEE }
  world.send(tagged, { TransactionType: 'AccountSet', SetFlag: accountSetFlag.requireDest })
  world.send(closed, { TransactionType: 'AccountSet', SetFlag: accountSetFlag.depositAuth })
  const outcomes = [
    { ...gone, Destination: owner.address },
    { ...gone, Destination: 'rrrrrrrrrrrrrrrrrrrrBZbvji' },
    { ...gone, Destination: tagged.address },
    { ...gone, Destination: closed.address },
    { ...gone, Destination: tagged.address, DestinationTag: 1, CredentialIDs: ['AB'.repeat(32)] },
    { ...gone, Destination: tagged.address, DestinationTag: 1, Fee: '199999' },
  ].map((draft) => world.send(owner, draft).result)
  expect(outcomes).toEqual([
    'temDST_IS_SRC',
    'tecNO_DST',
    'tecDST_TAG_NEEDED',
    'tecNO_PERMISSION',
    'tecBAD_CREDENTIALS',
    'telINSUF_FEE_P',
  ])
  world.send(owner, { TransactionType: 'TrustSet', LimitAmount: usd(tagged, '5') })
  const draft = { ...gone, Destination: tagged.address, DestinationTag: 1 }
  expect(world.send(owner, draft).result).toBe('tecHAS_OBLIGATIONS')
})

test('a token keeps its issuer until it is burned', () => {
  const [, , , , , issuer] = world.actors
  const heir = world.actors[2]
  if (issuer === undefined || heir === undefined) throw new Error('no actors')
  const minted = world.send(issuer, { TransactionType: 'NFTokenMint', NFTokenTaxon: 0 })
  const page = minted.metadata?.AffectedNodes.flatMap((item) =>
    'CreatedNode' in item ? [item.CreatedNode] : [],
  )
  const [id] = /[0-9A-F]{64}/.exec(JSON.stringify(page?.[0]?.NewFields)) ?? []
  const draft = { TransactionType: 'AccountDelete', Destination: heir.address, Fee: FEE }
  expect(world.send(issuer, draft).result).toBe('tecHAS_OBLIGATIONS')
  expect(world.send(issuer, { TransactionType: 'NFTokenBurn', NFTokenID: id }).result).toBe('tesSUCCESS')
  expect(world.send(issuer, draft).result).toBe('tesSUCCESS')
})

test('a young account cannot be deleted', () => {
  const young = new ChainWorld(2)
  const [owner, heir] = young.actors
  if (owner === undefined || heir === undefined) throw new Error('no actors')
  const draft = { TransactionType: 'AccountDelete', Destination: heir.address, Fee: FEE }
  expect(young.send(owner, draft).result).toBe('tecTOO_SOON')
})
