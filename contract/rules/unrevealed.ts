/** The name of an item that is hidden until it is sold. It stands apart from the schemas, which pages do not load. */
export const unrevealedName = 'Unrevealed item'
