/** The address of an Atom feed, as the share menu and the head of the page have it. */
export function feedPath(of: { collection: string } | { artist: string } | 'auctions'): string {
  if (of === 'auctions') return '/feeds/auctions.xml'
  return 'collection' in of ? `/feeds/collection/${of.collection}.xml` : `/feeds/artist/${of.artist}.xml`
}
