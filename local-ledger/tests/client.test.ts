import { expect, test } from 'vitest'
import { Wallet, xrpToDrops } from 'xrpl'
import { genesis, withClient, withLedger } from './support.ts'

// Uses the standard client library without changes: connect, autofill, submitAndWait, subscribe.

test('a collector gets funds, mints and sells', { timeout: 30_000 }, async () => {
  await withLedger({ closeEveryMs: 150 }, async (ledger) => {
    await withClient(ledger.wsUrl, async (client) => {
      const [artist, buyer] = [Wallet.generate(), Wallet.generate()]
      for (const wallet of [artist, buyer]) {
        await client.submitAndWait(
          {
            TransactionType: 'Payment',
            Account: genesis.address,
            Destination: wallet.address,
            Amount: xrpToDrops(50),
          },
          { wallet: genesis },
        )
      }
      const minted = await client.submitAndWait(
        {
          TransactionType: 'NFTokenMint',
          Account: artist.address,
          NFTokenTaxon: 7,
          Flags: 8,
          TransferFee: 5000,
        },
        { wallet: artist },
      )
      const { meta } = minted.result
      if (typeof meta !== 'object' || !('nftoken_id' in meta)) throw new Error('no token id')
      const tokenId = String(meta.nftoken_id)
      await client.submitAndWait(
        {
          TransactionType: 'NFTokenCreateOffer',
          Account: artist.address,
          NFTokenID: tokenId,
          Amount: '1000000',
          Flags: 1,
        },
        { wallet: artist },
      )
      const offers = await client.request({ command: 'nft_sell_offers', nft_id: tokenId })
      const [offer] = offers.result.offers
      await client.submitAndWait(
        {
          TransactionType: 'NFTokenAcceptOffer',
          Account: buyer.address,
          NFTokenSellOffer: offer?.nft_offer_index ?? '',
        },
        { wallet: buyer },
      )
      const owned = await client.request({
        command: 'account_nfts',
        account: buyer.address,
        ledger_index: 'validated',
      })
      expect(owned.result.account_nfts.map((token) => token.NFTokenID)).toEqual([tokenId])
      expect(await client.getXrpBalance(artist.address)).toBe(50.999976)
    })
  })
})

test('streams announce ledgers and transactions', { timeout: 30_000 }, async () => {
  await withLedger({ closeEveryMs: 100 }, async (ledger) => {
    await withClient(ledger.wsUrl, async (client) => {
      const ledgers: number[] = []
      const transactions: string[] = []
      client.on('ledgerClosed', (message) => ledgers.push(message.ledger_index))
      client.on('transaction', (message) => transactions.push(String(message.hash)))
      const wallet = Wallet.generate()
      await client.request({ command: 'subscribe', streams: ['ledger'], accounts: [wallet.address] })
      const paid = await client.submitAndWait(
        {
          TransactionType: 'Payment',
          Account: genesis.address,
          Destination: wallet.address,
          Amount: xrpToDrops(20),
        },
        { wallet: genesis },
      )
      expect(transactions).toEqual([paid.result.hash])
      expect(ledgers.length).toBeGreaterThan(0)
      expect(ledgers).toEqual(ledgers.map((_, index) => (ledgers[0] ?? 0) + index))
    })
  })
})

test('simulate returns the expected result', async () => {
  await withLedger({}, async (ledger) => {
    await withClient(ledger.wsUrl, async (client) => {
      const simulated = await client.simulate({
        TransactionType: 'Payment',
        Account: genesis.address,
        Destination: Wallet.generate().address,
        Amount: '5',
      })
      expect(simulated.result.engine_result).toBe('tecNO_DST_INSUF_XRP')
      expect(simulated.result.applied).toBe(false)
    })
  })
})
