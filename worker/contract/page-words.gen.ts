// Written by dev/messages/page-words.ts from messages/*/meta.json. Do not edit: run `npm run messages`.
export interface PageWords {
  tagline: string
  home: string
  collections: string
  help: string
  operations: string
  cart: string
  webhooks: string
  apiKeys: string
  watchlist: string
  notifications: string
  swap: string
  create: string
  artSociety: string
  search: (values: { text: string }) => string
  byArtist: (values: { name: string; artist: string }) => string
  fromPrice: (values: { amount: string }) => string
  artist: (values: { works: number }) => string
  collector: (values: { works: number }) => string
  works: (values: { count: number }) => string
  auctionFrom: (values: { amount: string }) => string
  auctionTopBid: (values: { amount: string }) => string
}

export const pageWords: { en: PageWords } & Record<string, PageWords | undefined> = {
  en: {
    tagline: "A Gateway to Digital Luxury",
    home: "OPX, A Gateway to Digital Luxury",
    collections: "Collections",
    help: "Help",
    operations: "Operations",
    cart: "Cart",
    webhooks: "Webhooks",
    apiKeys: "API keys",
    watchlist: "Watchlist",
    notifications: "Notifications",
    swap: "Swap",
    create: "Create",
    artSociety: "Art Society",
    search: (v) => `Search: ${v.text}`,
    byArtist: (v) => `${v.name} by ${v.artist}`,
    fromPrice: (v) => `from ${v.amount}`,
    artist: (v) => (v.works===1?`Artist, ${(v.works).toLocaleString("en")} work`:`Artist, ${(v.works).toLocaleString("en")} works`),
    collector: (v) => (v.works===1?`Collector, ${(v.works).toLocaleString("en")} work`:`Collector, ${(v.works).toLocaleString("en")} works`),
    works: (v) => (v.count===1?`${(v.count).toLocaleString("en")} work`:`${(v.count).toLocaleString("en")} works`),
    auctionFrom: (v) => `auction from ${v.amount}`,
    auctionTopBid: (v) => `auction, top bid ${v.amount}`,
  },
  de: {
    tagline: "Das Tor zum digitalen Luxus",
    home: "OPX, das Tor zum digitalen Luxus",
    collections: "Kollektionen",
    help: "Hilfe",
    operations: "Betrieb",
    cart: "Warenkorb",
    webhooks: "Webhooks",
    apiKeys: "API-Schlüssel",
    watchlist: "Merkliste",
    notifications: "Mitteilungen",
    swap: "Tausch",
    create: "Erstellen",
    artSociety: "Art Society",
    search: (v) => `Suche: ${v.text}`,
    byArtist: (v) => `${v.name} von ${v.artist}`,
    fromPrice: (v) => `ab ${v.amount}`,
    artist: (v) => (v.works===1?`Künstler, ${(v.works).toLocaleString("de")} Werk`:`Künstler, ${(v.works).toLocaleString("de")} Werke`),
    collector: (v) => (v.works===1?`Sammler, ${(v.works).toLocaleString("de")} Werk`:`Sammler, ${(v.works).toLocaleString("de")} Werke`),
    works: (v) => (v.count===1?`${(v.count).toLocaleString("de")} Werk`:`${(v.count).toLocaleString("de")} Werke`),
    auctionFrom: (v) => `Auktion ab ${v.amount}`,
    auctionTopBid: (v) => `Auktion, Höchstgebot ${v.amount}`,
  },
}
