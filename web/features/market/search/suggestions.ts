import { t } from '#web/messages.ts'
import { explorerAddress } from '#web/kit/explorer-link.tsx'
import type { SuggestReply } from '#contract/schemas/lists.ts'
import type { Links } from '#contract/schemas/marketplace.ts'
import type { Media } from '#contract/schemas/media.ts'

interface Common {
  key: string
  id: string
  name: string
  label: string
  image: Media | null
  /** Set for an account with a verified collection. */
  verified?: boolean
}

export type Suggestion =
  | (Common & { kind: 'nft' | 'collection' | 'account' })
  /** Set for a pasted transaction hash; `href` is the transaction's page in the explorer. */
  | (Common & { kind: 'transaction'; href: string })

const maxOfKind = 4

function shortId(id: string): string {
  return `${id.slice(0, 8)}…${id.slice(-8)}`
}

/** Flattens a reply into one list: an exact id first, then collections, works and accounts. */
export function suggestionsOf(reply: SuggestReply, links: Links): Suggestion[] {
  const { exact } = reply
  const href = exact === null ? null : explorerAddress(links, 'transaction', exact.id)
  const transaction =
    exact?.kind === 'transaction' && href !== null
      ? [
          {
            kind: 'transaction' as const,
            key: exact.id,
            id: exact.id,
            name: shortId(exact.id),
            label: t('Transaction'),
            image: null,
            href,
          },
        ]
      : []
  const token =
    exact?.kind === 'nft'
      ? [
          {
            kind: 'nft' as const,
            key: exact.id,
            id: exact.id,
            name: shortId(exact.id),
            label: 'NFT',
            image: null,
          },
        ]
      : []
  const collections = reply.collections.slice(0, maxOfKind).map(({ _id, name, thumbnail }) => ({
    kind: 'collection' as const,
    key: _id,
    id: _id,
    name,
    label: t('Collection'),
    image: thumbnail,
  }))
  const nfts = reply.nfts.slice(0, maxOfKind).map(({ nftokenID, name, image }) => ({
    kind: 'nft' as const,
    key: nftokenID,
    id: nftokenID,
    name,
    label: 'NFT',
    image,
  }))
  const accounts = reply.accounts.slice(0, maxOfKind).map(({ account, name }) => ({
    kind: 'account' as const,
    key: account,
    id: account,
    name: name ?? account,
    label: t('Account'),
    image: null,
    verified: reply.people?.[account]?.verified === true,
  }))
  return [...transaction, ...token, ...collections, ...nfts, ...accounts]
}
