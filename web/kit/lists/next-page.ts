interface Page {
  marker: number
  after: string | null
}

export interface PageParam {
  marker?: string
  after?: string
}

/** Returns the parameters of a list's next page; undefined at the end (marker -1) or if the marker did not increase. */
export function nextPage(last: Page, _all: unknown, { marker: before }: PageParam): PageParam | undefined {
  if (last.marker <= 0 || last.marker <= Number(before ?? 0)) return undefined
  return { marker: String(last.marker), after: last.after ?? undefined }
}
