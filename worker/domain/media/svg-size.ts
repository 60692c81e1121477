import type { SaxesTagNS } from 'saxes'

/** Size of each unit in CSS pixels. Source: CSS Values and Units, "Absolute lengths". */
const units: Record<string, number> = {
  '': 1,
  px: 1,
  pt: 96 / 72,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
}

function parseLength(text: string | undefined): number | null {
  const match = /^([0-9]{1,9}(?:\.[0-9]{0,9})?)([a-z]{0,2})$/.exec(text?.slice(0, 40).trim() ?? '')
  const unit = units[match?.[2] ?? '?']
  const value = match === null || unit === undefined ? 0 : Number(match[1]) * unit
  return value > 0 ? value : null
}

/** Returns the size that a drawing declares, in pixels; null if the browser decides. */
export function svgSize({ attributes }: SaxesTagNS): { width: number | null; height: number | null } {
  const box = (attributes['viewBox']?.value.slice(0, 200) ?? '').trim().split(/[\s,]+/)
  const [boxWidth, boxHeight] = [parseLength(box[2]), parseLength(box[3])]
  const ratio = boxWidth === null || boxHeight === null ? null : boxWidth / boxHeight
  const [givenWidth, givenHeight] = [
    parseLength(attributes['width']?.value),
    parseLength(attributes['height']?.value),
  ]
  const width = givenWidth ?? (givenHeight === null ? boxWidth : ratio && givenHeight * ratio)
  const height = givenHeight ?? (givenWidth === null ? boxHeight : ratio && givenWidth / ratio)
  // Widths and heights are 31-bit integers in the index.
  const toWhole = (value: number | null) =>
    value === null ? null : Math.min(2_000_000_000, Math.max(1, Math.round(value)))
  return width === null || height === null
    ? { width: null, height: null }
    : { width: toWhole(width), height: toWhole(height) }
}
