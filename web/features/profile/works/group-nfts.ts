import type { AccountNft } from '#contract/schemas/profiles.ts'

export interface NftGroup {
  key: string
  issuer: string
  taxon: number
  /** Name of the first token without its number. */
  name: string
  /** Null if the marketplace has no such collection. */
  collectionName: string | null
  nfts: AccountNft[]
}

/** Removes trailing characters that match a pattern. */
function trimEnd(text: string, kind: RegExp): string {
  let end = text.length
  while (end > 0 && kind.test(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

/** Removes the trailing number from a name: "Night #12" and "Night 12" both become "Night". */
export function cleanName(name: string): string {
  const baseName = trimEnd(trimEnd(name.trim(), /\d/), /[#\s]/)
  return baseName === '' ? name : baseName
}

/** Groups tokens by issuer and taxon, in the order of each group's first token. */
export function groupNfts(nfts: readonly AccountNft[]): NftGroup[] {
  const groups = new Map<string, NftGroup>()
  for (const nft of nfts) {
    const key = `${nft.issuer}:${nft.nftokenTaxon}`
    const group = groups.get(key)
    if (group !== undefined) group.nfts.push(nft)
    else
      groups.set(key, {
        key,
        issuer: nft.issuer,
        taxon: nft.nftokenTaxon,
        name: cleanName(nft.name),
        collectionName: nft.collectionName,
        nfts: [nft],
      })
  }
  return [...groups.values()]
}
