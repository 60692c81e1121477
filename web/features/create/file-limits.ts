/** Works in one list. Those that are minted at once are fewer: `maxAtOnce`. */
export const maxItems = 10_000
/** Works that are minted at once. Each waits for a signature, in the browser's small storage. */
export const maxAtOnce = 1000
/** Works and metadata together, with room for what generators write beside them. */
export const maxFiles = 2 * maxItems + 100
