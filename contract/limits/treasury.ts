/**
 * Number of tickets in a full pool: each pending transaction of the marketplace uses one. An account can hold at most
 * 250.
 */
export const fullPool = 120

/**
 * Maximum number of works that can be reserved or offered at once when the marketplace account holds the recommended
 * amount.
 */
export const fullWorks = 100

/** Ledger objects per work: minting for a buyer creates an offer and, at worst, a new token page. */
export const objectsPerWork = 2

/**
 * Number of last tickets that only matches, cancellations, payouts and burns may use: they release reserve, whereas
 * minting locks it.
 */
export const ticketFloor = 20

/**
 * Number of last tickets that only draws may use: an anchor decides within seconds, and one is in progress at a time.
 */
export const drawTickets = 2

/** Maximum number of an artist's works that are reserved for buyers, or minted and unsold. */
export const maxUnsoldPerArtist = 100

/** One in this many open works is reserved for artists who have at most a quarter of the open works. */
export const keptForOtherArtists = 20

/** The highest transaction cost that the marketplace pays, in drops, at any load of the ledger. */
export const costCeilingDrops = 10_000n

/**
 * Limits for tickets that customers use for one-signature purchases: per account (a cart of four sales), the share of
 * all tickets above the floor, and the share for accounts that have not traded here.
 */
export const lendingCaps = { floor: ticketFloor, perAccount: 4, all: 2 / 3, newcomers: 1 / 4 } as const
