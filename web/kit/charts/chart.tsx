import { scaleLinear, scaleTime } from 'd3-scale'
import { curveLinear, curveStepAfter, line } from 'd3-shape'
import { Download } from 'lucide-react'
import { type PointerEvent, type ReactNode, useId, useState, type RefObject, useEffect, useRef } from 'react'
import { t, rich, slot } from '#web/messages.ts'
import disclosure from '#web/ui/disclosure.module.css'
import css from './chart.module.css'
import { downloadCsv } from './download-csv.ts'

/** Returns the current width of an element in CSS pixels; 0 before the first layout. */
function useWidth(): [RefObject<HTMLDivElement | null>, number] {
  const ref = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = ref.current
    if (element === null) return
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}

/** One data point. Numbers are used for drawing only; exact amounts are in the texts. */
export interface ChartPoint {
  key: string
  x: number
  /** Null leaves a gap in the line. */
  y: number | null
  /** Text for screen readers while the cursor is on the data point. */
  text: string
  /** True to draw the point hollow. */
  isWeak?: boolean
  /** Text below the chart while the cursor is on the data point: the exact value, and a link to details. */
  readout: ReactNode
  /** Row of the data point in the table and in the CSV file. */
  cells: ReactNode[]
  csv: string[]
}

interface ChartProps {
  title: string
  /** Heading level of the title; `h2` by default. */
  heading?: 'h2' | 'h3'
  /** Description of the chart in one sentence. */
  note?: ReactNode
  kind: 'line' | 'steps' | 'bars' | 'dots'
  points: ChartPoint[]
  /** Times in milliseconds, or plain numbers. */
  xAxis: 'time' | 'number'
  formatX: (x: number) => string
  formatY: (y: number) => string
  /** Column heads of the table and the CSV file. */
  columns: string[]
  fileColumns: string[]
  file: string
  empty: string
}

/** Width of a bar: one day. */
const dayMs = 86_400_000
const height = 220
const margin = { top: 12, right: 8, bottom: 28, left: 56 }

/**
 * A chart with a cursor that pointer, touch and keyboard move between data points, plus the data as a table and as a
 * CSV file. The drawing is hidden from screen readers, which use the cursor (a native slider) and the table instead.
 */
export function Chart(props: ChartProps) {
  const { title, heading: Heading = 'h2', note, points, columns, fileColumns, file, empty } = props
  const id = useId()
  const [singlePoint, ...rest] = points
  return (
    <figure className={css.chart} aria-labelledby={id}>
      <figcaption className={css.head}>
        <Heading id={id} className={css.title}>
          {title}
        </Heading>
        {note !== undefined && <p className={css.note}>{note}</p>}
      </figcaption>
      {points.length === 0 ? (
        <p className={css.empty}>{empty}</p>
      ) : (
        <>
          {/* A single data point is shown as text instead of a chart. */}
          {singlePoint !== undefined && rest.length === 0 ? (
            <p className={`${css.readout} ${css.only}`}>{singlePoint.readout}</p>
          ) : (
            <Plot {...props} />
          )}
          <div className={css.data}>
            <details className={disclosure.disclosure}>
              <summary>{t('Table')}</summary>
              <div className={css.scroll}>
                <table className={css.table}>
                  <thead>
                    <tr>
                      {columns.map((column) => (
                        <th key={column} scope="col">
                          {column}
                        </th>
                      ))}
                    </tr>
                  </thead>
                  <tbody>
                    {points.map((point) => (
                      <tr key={point.key}>
                        {point.cells.map((cell, at) => (
                          <td key={columns[at]}>{cell}</td>
                        ))}
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            </details>
            <button
              type="button"
              className={css.download}
              onClick={() =>
                void downloadCsv(
                  file,
                  fileColumns,
                  points.map((point) => point.csv),
                )
              }
            >
              <Download size={16} aria-hidden="true" />
              {rich('Download CSV<span> of {title}</span>', {
                span: <span className={css.hidden}>{slot}</span>,
                title,
              })}
            </button>
          </div>
        </>
      )}
    </figure>
  )
}

function Plot({ title, kind, points, xAxis, formatX, formatY }: ChartProps) {
  const [box, width] = useWidth()
  const [activeIndex, setChosen] = useState<number | null>(null)
  const at = Math.min(activeIndex ?? points.length - 1, points.length - 1)
  const current = points[at]
  const scales = scalesOf(points, { kind, width })
  const { x, y } = scales
  const choose = (event: PointerEvent<HTMLDivElement>) => {
    if (event.buttons === 0 && event.pointerType !== 'mouse') return
    const offset = event.clientX - event.currentTarget.getBoundingClientRect().left
    setChosen(findNearest(points, (point) => x(point.x), offset))
  }
  return (
    <>
      <div
        ref={box}
        className={css.plot}
        style={{ blockSize: height }}
        onPointerMove={choose}
        onPointerDown={choose}
      >
        {width > 0 && (
          <svg width={width} height={height} aria-hidden="true" className={css.svg}>
            <Axes scales={scales} width={width} xAxis={xAxis} formatX={formatX} formatY={formatY} />
            <Marks kind={kind} points={points} scales={scales} />
            {current !== undefined && (
              <line
                className={css.cursor}
                x1={x(current.x)}
                x2={x(current.x)}
                y1={margin.top}
                y2={height - margin.bottom}
              />
            )}
            {current !== undefined && current.y !== null && kind !== 'bars' && (
              <circle className={css.focus} cx={x(current.x)} cy={y(current.y)} r={5} />
            )}
          </svg>
        )}
        <input
          type="range"
          className={css.slider}
          min={0}
          max={points.length - 1}
          value={at}
          aria-label={title}
          aria-valuetext={current?.text}
          onChange={(event) => setChosen(Number(event.target.value))}
        />
      </div>
      <p className={css.readout}>{current?.readout}</p>
    </>
  )
}

type Scales = ReturnType<typeof scalesOf>

function scalesOf(points: ChartPoint[], { kind, width }: { kind: ChartProps['kind']; width: number }) {
  const xs = points.map((point) => point.x)
  const ys = points.flatMap((point) => point.y ?? [])
  const [minX, maxX] = [Math.min(...xs), Math.max(...xs)]
  const pad = kind === 'bars' ? dayMs / 2 : minX === maxX ? 1 : 0
  const range = [margin.left, Math.max(margin.left + 1, width - margin.right)]
  const domain = [minX - pad, maxX + pad]
  const x = scaleLinear().domain(domain).range(range)
  const y = scaleLinear()
    .domain([0, Math.max(...ys, 0) || 1])
    .nice(4)
    .range([height - margin.bottom, margin.top])
  return { x, y, domain }
}

/** Returns the data point closest to a horizontal position. Points are sorted. */
function findNearest(points: ChartPoint[], placeOf: (point: ChartPoint) => number, offset: number): number {
  let best = 0
  for (const [at, point] of points.entries()) {
    const nearestPoint = points[best]
    if (
      nearestPoint !== undefined &&
      Math.abs(placeOf(point) - offset) < Math.abs(placeOf(nearestPoint) - offset)
    )
      best = at
  }
  return best
}

interface AxesProps {
  scales: Scales
  width: number
  xAxis: ChartProps['xAxis']
  formatX: (x: number) => string
  formatY: (y: number) => string
}

function Axes({ scales: { x, y, domain }, width, xAxis, formatX, formatY }: AxesProps) {
  const [first = 0, last = 0] = domain
  const labelCount = Math.max(2, Math.floor(width / 110))
  const evenTicks = scaleLinear().domain([first, last]).ticks(labelCount)
  const ticks = xAxis === 'time' ? scaleTime().domain([first, last]).ticks(labelCount).map(Number) : evenTicks
  // Ticks within the same day have the same label, so only the first one gets a label.
  const columns = ticks.filter((tick, at) => at === 0 || formatX(tick) !== formatX(ticks[at - 1] ?? tick))
  return (
    <>
      {y.ticks(4).map((tick) => (
        <g key={tick}>
          <line className={css.grid} x1={margin.left} x2={width - margin.right} y1={y(tick)} y2={y(tick)} />
          <text className={css.label} x={margin.left - 8} y={y(tick)} dy="0.32em" textAnchor="end">
            {formatY(tick)}
          </text>
        </g>
      ))}
      {columns.map((tick) => (
        <text key={tick} className={css.label} x={x(tick)} y={height - 8} textAnchor="middle">
          {formatX(tick)}
        </text>
      ))}
    </>
  )
}

function Marks({
  kind,
  points,
  scales: { x, y },
}: {
  kind: ChartProps['kind']
  points: ChartPoint[]
  scales: Scales
}) {
  if (kind === 'dots') {
    return points.map((point) =>
      point.y === null ? null : (
        <circle
          key={point.key}
          className={point.isWeak === true ? css.weakDot : css.dot}
          cx={x(point.x)}
          cy={y(point.y)}
          r={3.5}
        />
      ),
    )
  }
  if (kind === 'bars') {
    const bar = Math.max(1, Math.min(24, (x(dayMs) - x(0)) * 0.75))
    return points.map((point) => (
      <rect
        key={point.key}
        className={css.bar}
        x={x(point.x) - bar / 2}
        width={bar}
        y={y(point.y ?? 0)}
        height={Math.max(0, y(0) - y(point.y ?? 0))}
      />
    ))
  }
  const path = line<ChartPoint>()
    .defined((point) => point.y !== null)
    .x((point) => x(point.x))
    .y((point) => y(point.y ?? 0))
    .curve(kind === 'steps' ? curveStepAfter : curveLinear)(points)
  return (
    <>
      <path className={css.line} d={path ?? ''} />
      {points.length < 40 &&
        points.map((point) =>
          point.y === null ? null : (
            <circle key={point.key} className={css.dot} cx={x(point.x)} cy={y(point.y)} r={2.5} />
          ),
        )}
    </>
  )
}
