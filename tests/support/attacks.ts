/** `npm test -- --attacks` runs every attack; `npm test` alone runs a sample of each campaign. */
const everyAttack = process.env['OPX_ATTACKS'] === 'all'

/** All attacks of a campaign, or `sampleSize` of them, evenly spaced so that each kind is represented. */
export function attacksOf<T>(campaign: readonly T[], sampleSize: number): readonly T[] {
  if (everyAttack || campaign.length <= sampleSize) return campaign
  const step = campaign.length / sampleSize
  return Array.from({ length: sampleSize }, (_, at) => Math.floor(at * step)).flatMap((at) =>
    campaign.slice(at, at + 1),
  )
}
