import type { LiveFigures } from '#contract/rules/request-tally.ts'
import type { Context } from '#worker/domain/context.ts'
import { type Metric, readMetrics } from '#worker/domain/admin/metrics.ts'
import { noteFailure } from '#worker/domain/admin/note-failure.ts'

/** Data points that one run of a worker may write. Source: developers.cloudflare.com/analytics/analytics-engine/limits */
const maxPoints = 250

/**
 * Returns a data point for each sample: its name and the values of its labels as texts, and its value as the number. The
 * classes of durations are left out, because the events of requests have the durations themselves.
 */
function pointsOf(metrics: Metric[]): { indexes: string[]; blobs: string[]; doubles: number[] }[] {
  return metrics.flatMap(({ name, samples }) =>
    samples
      .filter(({ part }) => part !== '_bucket')
      .map(({ part = '', labels, value }) => {
        const fullName = `opx_${name}${part}`
        return { indexes: [fullName], blobs: [fullName, ...Object.values(labels)], doubles: [value] }
      }),
  )
}

/**
 * Writes the figures of `/metrics` as events of Workers Analytics Engine. Does nothing without a dataset. Never throws,
 * because the cron must run without them, too.
 */
export async function writeMetrics(
  context: Context,
  dataset: AnalyticsEngineDataset | undefined,
  readFigures: (() => Promise<LiveFigures>) | undefined,
): Promise<void> {
  if (dataset === undefined) return
  try {
    const points = pointsOf(await readMetrics(context, readFigures))
    // The rarest problems are the last points.
    for (const point of points.slice(0, maxPoints)) dataset.writeDataPoint(point)
    if (points.length > maxPoints) context.log.warn('metrics_left_out', { points: points.length - maxPoints })
  } catch (error) {
    await noteFailure(context, 'metrics', error)
  }
}
