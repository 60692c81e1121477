import { createHash, createHmac, generateKeyPairSync, sign } from 'node:crypto'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { chiSquare, chiSquareLimit } from '#tests/support/chi-square.ts'
import {
  type AnchorEntry,
  DrawAnchorsReply,
  DrawEpochsReply,
  DrawsQuery,
  DrawsReply,
  drawStates,
} from '#draw-verifier/draw-records.ts'
import { headerProblem } from '#worker/domain/draw/anchor.ts'
import {
  anchorLeaf,
  anchorMemoType,
  anchorRoot,
  anchorText,
  bytesToHex,
  chosenPlace,
  commitmentMemoType,
  commitmentText,
  drawMemoFormat,
  drawOutcome,
  freePositions,
  hexToBytes,
  isReceiptOf,
  ledgerHash,
  maxAnchorDelay,
  maxAnchorEntries,
  memoHex,
  type PlacedDraw,
  positionLeaf,
  receiptText,
  rootOfPath,
  seedBefore,
  seedsPerChain,
  treePath,
  treeRoot,
} from '#draw-verifier/draws.ts'

/** Uses Node's own hashes, so that an error in the contract's functions does not go unnoticed. */
const sha256 = (...parts: (Buffer | string)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex').toUpperCase()
const bytesOf = (text: string) => new Uint8Array(sha256(text))

const alice = 'rPNk35EnawczRuqYsFW826TAEN1ArPtju2'
const bob = 'rE2S78gpLaXgzrpWFWH5mmCZ1Rzoouod4K'
const cid = 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy'

const terms = {
  collection: 'collection',
  issuer: alice,
  taxon: 7,
  epoch: 2,
  firstNumber: 41,
  count: 1000,
  priceDrops: '25000000',
  currency: null,
  root: 'AB'.repeat(32),
  drawKey: 'CD'.repeat(32),
  chainTip: 'EF'.repeat(32),
  chainNumber: 0,
}

describe('the formats of draws', () => {
  test('leaves are hashes of documented bytes with prefixes of their own', async () => {
    const salt = bytesOf('salt')
    expect(hexOf(await positionLeaf(258, salt, cid))).toBe(
      hexOf(sha256(Buffer.from('0000000102', 'hex'), Buffer.from(salt), cid)),
    )
    const request: AnchorEntry = {
      kind: 'request',
      collection: 'collection',
      epoch: 2,
      number: 41,
      account: bob,
    }
    expect(hexOf(await anchorLeaf(request))).toBe(hexOf(sha256(`\u0002collection\n2\n41\n${bob}`)))
    const leaf = '12'.repeat(32)
    const withdrawal: AnchorEntry = {
      kind: 'withdrawal',
      collection: 'collection',
      epoch: 2,
      position: 9,
      leaf,
      path: [],
    }
    expect(hexOf(await anchorLeaf(withdrawal))).toBe(hexOf(sha256(`\u0003collection\n2\n9\n${leaf}`)))
    expect(hexOf(await anchorRoot([request, withdrawal]))).toBe(
      hexOf(
        sha256(
          '\u0001',
          sha256(`\u0002collection\n2\n41\n${bob}`),
          sha256(`\u0003collection\n2\n9\n${leaf}`),
        ),
      ),
    )
  })

  test('trees have the shape of RFC 6962, and every path leads to the root from its place only', async () => {
    const node = (left: Buffer, right: Buffer) => sha256('\u0001', left, right)
    for (const count of [1, 2, 3, 5, 7, 8, 13]) {
      const leaves = Array.from({ length: count }, (_, place) => bytesOf(`leaf ${place}`))
      // Builds the same tree differently: complete subtrees from the left, joined from the right.
      const peaks: Buffer[] = []
      let level = leaves.map((leaf) => Buffer.from(leaf))
      let rest: Buffer | undefined
      while (level.length > 1 || rest !== undefined) {
        const odd = level.length % 2 === 1 ? level.pop() : undefined
        if (odd !== undefined) rest = rest === undefined ? odd : node(odd, rest)
        if (level.length === 0) break
        level = level.flatMap((left, place) =>
          place % 2 === 0 ? [node(left, level[place + 1] ?? left)] : [],
        )
      }
      peaks.push(...level, ...(rest === undefined ? [] : [rest]))
      const root = peaks.reduceRight((right, left) => node(left, right))
      expect(hexOf(await treeRoot(leaves))).toBe(hexOf(root))
      for (const [index, leaf] of leaves.entries()) {
        const path = await treePath(leaves, index)
        expect(hexOf((await rootOfPath(leaf, { index, count, path })) ?? new Uint8Array())).toBe(hexOf(root))
        for (const other of leaves.keys()) {
          if (other === index) continue
          const moved = await rootOfPath(leaf, { index: other, count, path })
          expect(moved === null ? null : hexOf(moved)).not.toBe(hexOf(root))
        }
        expect(await rootOfPath(leaf, { index, count, path: [...path, leaf] })).toBeNull()
        expect(await rootOfPath(leaf, { index: count, count, path })).toBeNull()
        expect(
          await rootOfPath(leaf, { index, count, path: path.length > 0 ? path.slice(1) : [leaf] }),
        ).toBeNull()
      }
    }
    await expect(treeRoot([])).rejects.toThrow('at least one')
  })

  test('memos stay below a kibibyte and have one form', () => {
    expect(commitmentText(terms)).toBe(
      `{"collection":"collection","issuer":"${alice}","taxon":7,"epoch":2,"first":41,"count":1000,"price":"25000000","root":"${'AB'.repeat(32)}","key":"${'CD'.repeat(32)}","tip":"${'EF'.repeat(32)}","at":0}`,
    )
    expect(commitmentText(Object.assign({ further: true }, terms))).toBe(commitmentText(terms))
    const longest = commitmentText({
      ...terms,
      collection: 'x'.repeat(80),
      count: 2 ** 20,
      taxon: 2 ** 32 - 1,
    })
    expect(longest.length + commitmentMemoType.length + drawMemoFormat.length).toBeLessThan(1000)
    expect(anchorText({ root: 'AB'.repeat(32), count: maxAnchorEntries })).toBe(
      `{"root":"${'AB'.repeat(32)}","count":256}`,
    )
    expect(memoHex(anchorMemoType)).toBe('6F70782F647261772D616E63686F722F31')
    expect(bytesToHex(hexToBytes('00FF10'))).toBe('00FF10')
    expect([maxAnchorDelay, seedsPerChain]).toEqual([50, 1_048_576])
  })

  test('a receipt is the draw key’s for exactly its fields', async () => {
    const pair = generateKeyPairSync('ed25519')
    const drawKey = pair.publicKey
      .export({ format: 'der', type: 'spki' })
      .subarray(-32)
      .toString('hex')
      .toUpperCase()
    const receipt = {
      collection: 'collection',
      epoch: 2,
      number: 41,
      account: bob,
      requestLedger: 90_000_000,
    }
    const text = `opx/draw-receipt/1\ncollection\n2\n41\n${bob}\n90000000`
    expect(receiptText(receipt)).toBe(text)
    const signature = sign(null, Buffer.from(text), pair.privateKey).toString('hex').toUpperCase()
    expect(await isReceiptOf(drawKey, receipt, signature)).toBe(true)
    for (const change of [{ number: 42 }, { account: alice }, { requestLedger: 89_999_999 }, { epoch: 1 }])
      expect(await isReceiptOf(drawKey, { ...receipt, ...change }, signature)).toBe(false)
  })

  test('a seed is the hash of the one after it', async () => {
    const seed = bytesOf('seed')
    expect(hexOf(await seedBefore(seed))).toBe(hexOf(sha256(Buffer.from(seed))))
  })

  test('the hash of a ledger is that of the XRP Ledger', async () => {
    // The first ledger of Mainnet that is still available.
    const header = {
      ledgerIndex: 32_570,
      totalDrops: '99999999999996320',
      parentHash: '60A01EBF11537D8394EA1235253293508BDA7131D5F8710EFE9413AA129653A2',
      transactionHash: '0000000000000000000000000000000000000000000000000000000000000000',
      accountHash: '3806AF8F22037DE598D30D38C8861FADF391171D26F7DE34ACFA038996EA6BEB',
      parentCloseTime: 410_325_660,
      closeTime: 410_325_670,
      closeTimeResolution: 10,
      closeFlags: 0,
    }
    expect(await ledgerHash(header)).toBe('4109C6F2045FC7EFF4CDE8F9905D19C28820D86304080FF886B299F0206E42B5')
    expect(await ledgerHash({ ...header, closeTime: 410_325_681 })).not.toBe(await ledgerHash(header))

    const hash = await ledgerHash(header)
    const other = { ...header, closeTime: 410_325_681 }
    const lie = { header: other, hash: await ledgerHash(other) }
    expect(await headerProblem([{ header, hash }], 32_570)).toBeNull()
    expect(
      await headerProblem(
        [
          { header, hash },
          { header, hash },
        ],
        32_570,
      ),
    ).toBeNull()
    expect(await headerProblem([{ header, hash }, lie], 32_570)).toBe('beacon_disputed')
    expect(await headerProblem([{ header: other, hash }], 32_570)).toBe('header_without_hash')
    expect(await headerProblem([{ header, hash }], 32_571)).toBe('header_without_hash')
  })

  test('records are read as their schemas say', () => {
    const draw = {
      number: 41,
      epoch: 2,
      account: bob,
      requestLedger: 90_000_000,
      receipt: 'AB'.repeat(64),
      state: drawStates[0],
      anchorTxid: null,
      beaconLedger: null,
      beaconHash: null,
      seed: null,
      position: null,
      offerTxid: null,
      reveal: null,
      date: '2026-11-23T00:00:00.000Z',
      workName: null,
    }
    const reply = {
      collection: { id: 'collection', name: 'Collection', issuer: alice, taxon: 7 },
      marketplace: bob,
      ledgerIndex: 90_000_000,
      counts: { draws: 1, sold: 0, held: 0, lapsed: 0, withheld: 0, soldOut: 0 },
      draws: [draw],
      marker: -1,
    }
    expect(v.parse(DrawsReply, reply)).toEqual(reply)
    expect(v.is(DrawsReply, { ...reply, draws: [{ ...draw, account: 'nobody' }] })).toBe(false)
    expect(v.parse(DrawsQuery, { id: 'collection', marker: '41' })).toEqual({ id: 'collection', marker: 41 })
    const epoch = { ...terms, commitmentTxid: 'AB'.repeat(32), commitmentLedger: 90_000_000 }
    expect(v.is(DrawEpochsReply, { epochs: [epoch], marker: -1 })).toBe(true)
    const request = { kind: 'request', collection: 'collection', epoch: 2, number: 41, account: bob }
    const anchor = { txid: 'AB'.repeat(32), ledger: 90_000_003, entries: [request] }
    expect(v.is(DrawAnchorsReply, { anchors: [anchor], marker: -1 })).toBe(true)
    expect(v.is(DrawAnchorsReply, { anchors: [{ ...anchor, entries: [] }], marker: -1 })).toBe(false)
  })
})

describe('the outcome of a draw', () => {
  const seed = bytesOf('seed of 41')
  const beacon = { ledger: 90_000_004, hash: hexOf(bytesOf('beacon')), closeTime: 800_000_000 }
  const chance = { seed, beacon, account: bob, number: 41 }
  const placed = (draw: Partial<PlacedDraw>): PlacedDraw => ({
    number: 1,
    account: alice,
    position: 0,
    beaconCloseTime: beacon.closeTime - 900,
    soldLedger: null,
    ...draw,
  })
  const state = { count: 5, draws: [], withdrawals: [] }

  test('the place is the first four bytes of HMAC-SHA256 of the documented message', async () => {
    const message = Buffer.concat([
      Buffer.from(beacon.hash, 'hex'),
      Buffer.from('0000002900000000', 'hex'),
      Buffer.from(bob),
    ])
    const mac = createHmac('sha256', seed).update(message).digest()
    expect(await chosenPlace(chance, 1000)).toBe(mac.readUInt32BE(0) % 1000)
  })

  test('places are equally likely, and a value above the last multiple is rejected', async () => {
    const size = 20
    const counts = Array.from({ length: size }, () => 0)
    for (let number = 1; number <= 4000; number += 1) {
      const place = await chosenPlace({ ...chance, number }, size)
      counts[place] = (counts[place] ?? 0) + 1
    }
    expect(chiSquare(counts)).toBeLessThan(chiSquareLimit(size))
    // Nearly half of all values are rejected for this size, so the second attempt must be used.
    const half = 2 ** 31 + 1
    const attempt = (number: number, count: number) => {
      const message = Buffer.alloc(8)
      message.writeUInt32BE(number)
      message.writeUInt32BE(count, 4)
      return createHmac('sha256', seed)
        .update(Buffer.concat([Buffer.from(beacon.hash, 'hex'), message, Buffer.from(bob)]))
        .digest()
        .readUInt32BE(0)
    }
    const rejected = Array.from({ length: 100 }, (_, place) => place + 1).filter(
      (number) => attempt(number, 0) >= half && attempt(number, 1) < half,
    )
    expect(rejected.length).toBeGreaterThan(5)
    for (const number of rejected)
      expect(await chosenPlace({ ...chance, number }, half)).toBe(attempt(number, 1))
  })

  test('sold, withdrawn and held positions are taken, to the ledger and the second', () => {
    expect(freePositions(state, beacon)).toEqual([0, 1, 2, 3, 4])
    const draws = [
      placed({ number: 1, position: 0, soldLedger: beacon.ledger }),
      placed({ number: 2, position: 1, soldLedger: beacon.ledger + 1 }),
      placed({ number: 3, position: 2, beaconCloseTime: beacon.closeTime - 899 }),
    ]
    const withdrawals = [
      { position: 3, ledger: beacon.ledger },
      { position: 4, ledger: beacon.ledger + 1 },
    ]
    expect(freePositions({ count: 5, draws, withdrawals }, beacon)).toEqual([1, 4])
  })

  test('an account draws its latest lapsed position again while it is free', async () => {
    const own = (draw: Partial<PlacedDraw>) => placed({ account: bob, ...draw })
    const draws = [
      own({ number: 1, position: 4 }),
      own({ number: 2, position: 3 }),
      placed({ number: 3, position: 1 }),
    ]
    expect(await drawOutcome(chance, { ...state, draws })).toBe(3)
    const withdrawn = { ...state, draws, withdrawals: [{ position: 3, ledger: 1 }] }
    const free = [0, 1, 2, 4]
    expect(await drawOutcome(chance, withdrawn)).toBe(free[await chosenPlace(chance, 4)])
    const sold = [own({ number: 1, position: 4, soldLedger: 5 })]
    const rest = [0, 1, 2, 3]
    expect(await drawOutcome(chance, { ...state, draws: sold })).toBe(rest[await chosenPlace(chance, 4)])
  })

  test('with nothing free it is sold out', async () => {
    const draws = [placed({ soldLedger: 3 })]
    expect(await drawOutcome(chance, { ...state, count: 1, draws })).toBeNull()
  })
})
