/** Maximum number of works in one list. Works that are minted at once are limited to `maxAtOnce`. */
export const maxItems = 10_000
/** Maximum number of works minted at once. Each waits for a signature, and localStorage is small. */
export const maxAtOnce = 1000
/** Works and metadata together, plus room for extra files that generators write. */
export const maxFiles = 2 * maxItems + 100
