import { expect, test } from 'vitest'
import * as v from 'valibot'
import { ECDSA, Wallet } from 'xrpl'
import { accountKeylet } from '#ledger/entries/keylets.ts'
import { fundedWallet, rpc, send, withLedger } from './support.ts'

const Node = v.looseObject({ LedgerEntryType: v.string(), LedgerIndex: v.string() })
const Reply = v.object({
  meta: v.looseObject({
    AffectedNodes: v.array(v.record(v.string(), Node)),
    nftoken_id: v.optional(v.string()),
    offer_id: v.optional(v.string()),
  }),
})

const metadataOf = async (url: string, hash: unknown) =>
  v.parse(Reply, await rpc(url, 'tx', { transaction: hash })).meta

const fixedWallet = (byte: number) =>
  Wallet.fromEntropy(new Uint8Array(16).fill(byte), { algorithm: ECDSA.ed25519 })

/**
 * The server processes entries by index. An account that has returned to its original state is skipped if it is
 * processed before an entry that threads to it; otherwise threading has already changed it. Source: the server's
 * ApplyStateTable.
 */
test('an owner count that goes up and down leaves final fields only if another entry comes first', async () => {
  const counts = { before: 0, after: 0 }
  await withLedger({}, async ({ url }) => {
    // Uses fixed keys, because the order of a line's index depends on its two accounts.
    const issuer = await fundedWallet(url, '50000000', fixedWallet(7))
    const buyer = await fundedWallet(url)
    const usd = (value: string) => ({ currency: 'USD', issuer: issuer.address, value })
    await send(url, buyer, { TransactionType: 'TrustSet', LimitAmount: usd('1000') })
    await send(url, issuer, { TransactionType: 'Payment', Destination: buyer.address, Amount: usd('500') })
    for (let index = 1; index <= 6; index += 1) {
      const seller = await fundedWallet(url, '50000000', fixedWallet(index))
      const mint = { TransactionType: 'NFTokenMint', NFTokenTaxon: 0, Flags: 8 }
      await send(url, seller, mint)
      const minted = await metadataOf(url, (await send(url, seller, mint)).hash)
      const sell = {
        TransactionType: 'NFTokenCreateOffer',
        NFTokenID: minted.nftoken_id,
        Flags: 1,
        Amount: usd('5'),
      }
      const offered = await metadataOf(url, (await send(url, seller, sell)).hash)
      const bought = await send(url, buyer, {
        TransactionType: 'NFTokenAcceptOffer',
        NFTokenSellOffer: offered.offer_id,
      })
      expect(bought.result).toBe('tesSUCCESS')

      const nodes = (await metadataOf(url, bought.hash)).AffectedNodes
      // An offer belongs to its `Owner`, a field that does not thread. The new line threads to both of its accounts.
      const [line] = nodes.flatMap(({ CreatedNode: node }) =>
        node?.LedgerEntryType === 'RippleState' ? [node] : [],
      )
      const { key } = accountKeylet(seller.address)
      const account = nodes.map((node) => node.ModifiedNode).find((node) => node?.LedgerIndex === key)
      if (line === undefined) throw new Error('The sale created no line.')
      expect(account).toHaveProperty('PreviousTxnID')
      expect(account).not.toHaveProperty('PreviousFields')
      const comesFirst = key < line.LedgerIndex
      counts[comesFirst ? 'before' : 'after'] += 1
      const counted = v.parse(v.nullish(v.object({ OwnerCount: v.number() })), account?.['FinalFields'])
      expect(counted?.OwnerCount ?? 'no final fields').toBe(comesFirst ? 'no final fields' : 2)
      // The thread is also stored: the next transaction of the account continues it.
      const info = await rpc(url, 'account_info', { account: seller.address, ledger_index: 'validated' })
      expect(info.account_data).toMatchObject({ PreviousTxnID: bought.hash })
    }
  })
  expect(counts.before).toBeGreaterThan(0)
  expect(counts.after).toBeGreaterThan(0)
})
