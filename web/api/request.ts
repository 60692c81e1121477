interface Parts {
  params?: object
  query?: object
  body?: object
  form?: object
}

function isParts(input: unknown): input is Parts {
  return typeof input === 'object' && input !== null
}

/** Builds a multipart form. Absent values are left out. */
function formData(form: object): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(form)) {
    if (value instanceof Blob) data.append(name, value)
    else if (value !== undefined && value !== null) data.append(name, String(value))
  }
  return data
}

/**
 * Builds the URL and the body (JSON or a form) of a call. Fills `{name}` in the path from the params, leaves out absent
 * query values, and adds `claims` to the body.
 */
export function requestParts(
  path: string,
  input: unknown,
  claims: object = {},
): { url: string; body: string | FormData | null } {
  const { params = {}, query = {}, body, form }: Parts = isParts(input) ? input : {}
  const values = new Map<string, unknown>(Object.entries(params))
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values.get(name) ?? '')),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) search.append(name, String(item))
    }
  }
  return {
    url: search.size === 0 ? filledPath : `${filledPath}?${search.toString()}`,
    body:
      form === undefined
        ? body === undefined
          ? null
          : JSON.stringify({ ...body, ...claims })
        : formData({ ...form, ...claims }),
  }
}
