interface Page {
  marker: number
  after: string | null
}

export interface PageParam {
  marker?: string
  after?: string
}

/** Where a list goes on; undefined when all is there (marker -1) or the marker did not grow. */
export function nextPage(last: Page, _all: unknown, { marker: before }: PageParam): PageParam | undefined {
  if (last.marker <= 0 || last.marker <= Number(before ?? 0)) return undefined
  return { marker: String(last.marker), after: last.after ?? undefined }
}
