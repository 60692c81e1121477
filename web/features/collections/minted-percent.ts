/** Minted items of all, in percent with one decimal; 0.0 when there are none. */
export function mintedPercent(mintCount: number, itemsCount: number): string {
  return itemsCount <= 0 ? '0.0' : ((mintCount / itemsCount) * 100).toFixed(1)
}
