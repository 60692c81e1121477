/** Returns the address of an Atom feed, for the share menu and the head of the page. */
export function feedPath(of: { collection: string } | { artist: string } | 'auctions'): string {
  if (of === 'auctions') return '/feeds/auctions.xml'
  return 'collection' in of ? `/feeds/collection/${of.collection}.xml` : `/feeds/artist/${of.artist}.xml`
}
