import { expect, test } from 'vitest'
import { openApiDocument } from '#worker/handlers/openapi.ts'

const info =
  '_id name description thumbnail issuer taxon royalty featured verified mutableNFTs random onDemandMint notAnnounced promoCodeEnabled whitelistEnabled blacklistEnabled links floorPrice itemsCount mintCount volume'
const links = 'website twitter telegram discord medium facebook'
const token =
  '_id nftokenID owner issuer nftokenTaxon nft_taxon flags metadata onDemandMint demandPrice floorPrice collectionInfo'
const metadata = 'name description image image_url animation video attachment attributes collection'
const card = '_id nftokenID owner issuer metadata flags rarity'
const offer = 'nft_offer_index owner destination amount expiration'
const accountOffer = 'OfferID NFTokenID Flags Destination Amount Owner'
const event = 'seller buyer amount date txid nft'

/**
 * The entities of the product's specification: operation, path in its reply (`[]` for list entries), field names.
 * Clients written from the specification alone rely on these names.
 */
const entities = `
POST /api/collection/private_info |                           | ${info} promoCode whitelist blackList
GET  /api/collection/info         |                           | ${info}
GET  /api/collection/info         | links                     | ${links}
GET  /api/collection/list         |                           | list count marker
GET  /api/collection/list         | list.[]                   | ${info}
GET  /api/collection/featured     | []                        | ${info}
GET  /api/collection/trading_top  | []                        | ${info}
GET  /api/collection/verified_random | []                     | ${info}
GET  /api/account/collections     | []                        | ${info}
GET  /api/marketplace/search      |                           | collections nfts
GET  /api/marketplace/search      | collections.[]            | ${info}
GET  /api/nft                     |                           | nft collection
GET  /api/nft                     | nft                       | ${token}
GET  /api/nft                     | nft                       | sequence onAuction rarity sellOffers buyOffers history
GET  /api/nft                     | nft.flags                 | burnable onlyXRP trustLine transferable
GET  /api/nft                     | nft.metadata              | ${metadata}
GET  /api/nft                     | nft.metadata.attachment   | type file
GET  /api/nft                     | nft.metadata.attributes.[] | trait_type value
GET  /api/nft                     | nft.collectionInfo        | ${info}
GET  /api/nft                     | nft.rarity                | rank score
GET  /api/nft                     | nft.sellOffers.[]         | ${offer}
GET  /api/nft                     | nft.buyOffers.[]          | ${offer}
GET  /api/nft                     | nft.history.[]            | ${event}
GET  /api/collection/nfts         |                           | nfts marker
GET  /api/collection/nfts         | nfts.[]                   | ${card}
GET  /api/collection/nfts         | nfts.[].metadata          | name image_url
GET  /api/collection/nfts         | nfts.[].flags             | burnable onlyXRP trustLine transferable
GET  /api/collection/history      |                           | history marker
GET  /api/collection/history      | history.[]                | ${event}
GET  /api/nft/featured            | []                        | ${card}
GET  /api/collection/auction      | []                        | ${card}
GET  /api/marketplace/search      | nfts.[]                   | ${card}
GET  /api/marketplace/settings    | tokens.[]                 | symbol currency issuer
GET  /api/account/profile         |                           | profile issuedCount ownedCount mintedCount verifiedCount
GET  /api/account/profile         | profile                   | name description avatar background role links followers
GET  /api/account/profile         | profile.links             | ${links}
GET  /api/account/nfts            |                           | nfts marker
GET  /api/account/nfts            | nfts.[]                   | issuer nftokenTaxon metadata
GET  /api/account/nfts            | nfts.[].metadata          | name
GET  /api/account/offers          |                           | offers_owned offers_for_own_nfts offers_as_destination
GET  /api/account/offers          | offers_owned.[]           | ${accountOffer}
GET  /api/account/offers          | offers_for_own_nfts.[]    | sell buy
GET  /api/account/offers          | offers_for_own_nfts.[].sell.[] | ${accountOffer}
GET  /api/account/offers          | offers_as_destination.[]  | ${accountOffer}
GET  /api/account/history         | []                        | txid seller buyer date
GET  /api/xumm/connect            |                           | uuid next refs
GET  /api/xumm/check/{uuid}       |                           | status account user_token jwt_token
`

const object = (value: unknown): Record<string, unknown> => Object(value)

/** Follows property names through a JSON schema. If there are alternatives, uses the first one with the name. */
function follow(schema: unknown, names: string[]): unknown {
  const [name, ...rest] = names
  if (name === undefined) return schema
  const alternatives = object(schema)['anyOf']
  if (Array.isArray(alternatives)) {
    return alternatives.map((each) => follow(each, names)).find((end) => end !== undefined)
  }
  const { items, properties, propertyNames, additionalProperties } = object(schema)
  const allowed = object(propertyNames)['enum']
  const next =
    name === '[]'
      ? items
      : Array.isArray(allowed) && allowed.includes(name)
        ? additionalProperties
        : object(properties)[name]
  return next === undefined ? undefined : follow(next, rest)
}

test('replies have the fields of the specification, and the published document lists them', () => {
  const paths = object(openApiDocument('https://opx.example')['paths'])
  const missing = entities
    .trim()
    .split('\n')
    .flatMap((row) => {
      const [call = '', place = '', fields = ''] = row.split('|').map((part) => part.trim())
      const [method = '', path = ''] = call.split(/\s+/)
      const operation = object(object(paths[path])[method.toLowerCase()])
      const ok = object(object(object(object(operation['responses'])['200'])['content'])['application/json'])
      const at = place === '' ? [] : place.split('.')
      return fields
        .split(' ')
        .filter((field) => follow(ok['schema'], [...at, field]) === undefined)
        .map((field) => `${call} ${place}: ${field}`)
    })
  expect(missing).toEqual([])
})
