/** The name of an item that is hidden until it is sold. Defined apart from the schemas, which pages do not load. */
export const unrevealedName = 'Unrevealed item'

/** Returns the name of a token whose metadata has no name or has not been read. */
export const fallbackName = (sequence: number): string => `NFT #${sequence}`
