const bytesOf = (part: ArrayBuffer | string | null) =>
  part === null ? 0 : typeof part === 'string' ? Buffer.byteLength(part) : part.byteLength

/** Returns what is wrong with a data point. Source: developers.cloudflare.com/analytics/analytics-engine/limits */
function faultOf({ indexes = [], blobs = [], doubles = [] }: AnalyticsEngineDataPoint): string | null {
  if (indexes.length !== 1) return `${indexes.length} indexes`
  if (indexes.some((index) => bytesOf(index) > 96)) return 'an index of more than 96 bytes'
  if (blobs.length > 20) return `${blobs.length} blobs`
  if (blobs.reduce<number>((sum, blob) => sum + bytesOf(blob), 0) > 16_384) return 'blobs of more than 16 KB'
  if (doubles.length > 20) return `${doubles.length} doubles`
  return doubles.every((value) => Number.isFinite(value)) ? null : 'a double that is no number'
}

/** Collects the data points of one run of a worker, and refuses what Workers Analytics Engine does not store. */
export function createStrictDataset(): AnalyticsEngineDataset & { points: AnalyticsEngineDataPoint[] } {
  const points: AnalyticsEngineDataPoint[] = []
  return {
    points,
    writeDataPoint(point = {}) {
      const fault = points.length >= 250 ? 'more than 250 data points in a run' : faultOf(point)
      if (fault !== null) throw new TypeError(`Workers Analytics Engine refuses ${fault}.`)
      points.push(point)
    },
  }
}
