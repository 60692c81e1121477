import { expect, test } from 'vitest'
import type { Wallet } from 'xrpl'
import { fundedWallet, rpc, withLedger } from './support.ts'

// Clio's methods are available only if they are enabled.

async function send(url: string, wallet: Wallet, transaction: object): Promise<void> {
  const tx_json = { ...transaction, Account: wallet.address }
  const { engine_result: result } = await rpc(url, 'submit', {
    seed: wallet.seed,
    key_type: 'ed25519',
    tx_json,
  })
  if (result !== 'tesSUCCESS') throw new Error(String(result))
  await rpc(url, 'ledger_accept')
}

test('a token is found by id, by issuer and with its history', async () => {
  await withLedger({ clio: true }, async ({ url }) => {
    const artist = await fundedWallet(url)
    const buyer = await fundedWallet(url)
    await send(url, artist, { TransactionType: 'NFTokenMint', NFTokenTaxon: 3, Flags: 9, URI: 'ABCD' })
    await send(url, artist, { TransactionType: 'NFTokenMint', NFTokenTaxon: 4, Flags: 8 })
    const owned = await rpc(url, 'account_nfts', { account: artist.address })
    const tokens = Array.isArray(owned.account_nfts) ? owned.account_nfts : []
    const tokenId: string = tokens.find((token) => token.NFTokenTaxon === 3).NFTokenID
    const sell = { TransactionType: 'NFTokenCreateOffer', NFTokenID: tokenId, Amount: '10', Flags: 1 }
    await send(url, artist, sell)
    const offers = await rpc(url, 'nft_sell_offers', { nft_id: tokenId })
    const [offer] = Array.isArray(offers.offers) ? offers.offers : []
    await send(url, buyer, { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: offer.nft_offer_index })

    const info = {
      nft_id: tokenId,
      owner: buyer.address,
      is_burned: false,
      uri: 'ABCD',
      issuer: artist.address,
    }
    expect(await rpc(url, 'nft_info', { nft_id: tokenId })).toMatchObject({
      ...info,
      nft_taxon: 3,
      validated: true,
    })
    const byIssuer = await rpc(url, 'nfts_by_issuer', { issuer: artist.address, nft_taxon: 3 })
    expect(byIssuer.nfts).toMatchObject([info])
    const history = await rpc(url, 'nft_history', { nft_id: tokenId, forward: true })
    const types = Array.isArray(history.transactions)
      ? history.transactions.map((item) => item.tx_json.TransactionType)
      : []
    expect(types).toEqual(['NFTokenMint', 'NFTokenCreateOffer', 'NFTokenAcceptOffer'])

    await send(url, artist, { TransactionType: 'NFTokenBurn', NFTokenID: tokenId, Owner: buyer.address })
    expect(await rpc(url, 'nft_info', { nft_id: tokenId })).toMatchObject({
      is_burned: true,
      owner: buyer.address,
      uri: '',
    })
    expect((await rpc(url, 'nfts_by_issuer', { issuer: artist.address })).nfts).toHaveLength(2)
  })
})

test('a server without Clio does not know these methods', async () => {
  await withLedger({}, async ({ url }) => {
    expect((await rpc(url, 'nft_info', { nft_id: '0'.repeat(64) })).error).toBe('unknownCmd')
  })
})
