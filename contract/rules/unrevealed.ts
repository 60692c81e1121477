/** The name of an item that is hidden until it is sold. It is separate from the schemas, which pages do not load. */
export const unrevealedName = 'Unrevealed item'

/** The name of a token whose metadata has none, or is not read. */
export const fallbackName = (sequence: number): string => `NFT #${sequence}`
