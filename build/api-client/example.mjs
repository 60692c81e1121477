// Lists the collections, buys the cheapest work of the first one that has any for sale, and waits for the signature.
// OPX_SITE=http://localhost:8787 OPX_KEY=opx_... node example.mjs
import { createOpx, OpxError } from 'opx-client'

const opx = createOpx({ site: process.env.OPX_SITE, key: process.env.OPX_KEY })
const { list } = await opx.call('getCollections')
for (const { _id: id, name, itemsCount } of list) {
  const { nfts } = await opx.call('getCollectionNfts', { query: { id, buyable: 'true' } })
  const work = nfts.find(({ nftokenID, priceDrops }) => nftokenID !== null && priceDrops !== null)
  console.log(`${name}: ${itemsCount} works, ${work ? `from ${work.priceDrops} drops` : 'none for sale'}`)
  if (work === undefined) continue
  try {
    const { data } = await opx.call('buyNow', { body: { nftokenID: work.nftokenID } })
    console.log(`Sign here: ${data.next.always}`)
    await opx.outcome(data.uuid)
    console.log(`${work.name} is yours.`)
    break
  } catch (error) {
    if (!(error instanceof OpxError)) throw error
    console.log(`Not bought (${error.code}): ${error.message}`)
  }
}
