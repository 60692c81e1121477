/** Tickets of a full pool: one for each transaction of the marketplace that is under way. An account may hold 250. */
export const fullPool = 120

/** Works that may be reserved or offered at once when the marketplace account holds the recommended sum. */
export const fullWorks = 100

/** A work that is minted for a buyer takes an offer and, at worst, a new page of tokens. */
export const objectsPerWork = 2

/** Only matches, cancellations, payouts and burns may use the last tickets: they set reserve free, minting locks it. */
export const ticketFloor = 20

/** Works of one artist that may be reserved for buyers or lie minted and unsold with the marketplace. */
export const maxUnsoldPerArtist = 100

/** One work in this many that are open is kept for artists of whom no more than a quarter of them are. */
export const keptForOtherArtists = 20

/** No transaction of the marketplace may cost more than this, in drops, whatever the ledger's load. */
export const costCeilingDrops = 10_000n
