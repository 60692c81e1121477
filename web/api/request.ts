/** The input of an operation: the parts that its contract has. */
interface Parts {
  params?: object
  query?: object
  body?: object
  form?: object
}

function isParts(input: unknown): input is Parts {
  return typeof input === 'object' && input !== null
}

/** A multipart form: texts as they are, files as files; absent values are left out. */
function formData(form: object): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(form)) {
    if (value instanceof Blob) data.append(name, value)
    else if (value !== undefined && value !== null) data.append(name, String(value))
  }
  return data
}

/**
 * Address and body (JSON or a form) of a call: `{name}` of the path is filled from the params, absent query values are left
 * out, and `claims` say in the body who it is from.
 */
export function requestParts(
  path: string,
  input: unknown,
  claims: object = {},
): { url: string; body: string | FormData | null } {
  const { params = {}, query = {}, body, form }: Parts = isParts(input) ? input : {}
  const values = new Map<string, unknown>(Object.entries(params))
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values.get(name) ?? '')),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) search.append(name, String(one))
    }
  }
  return {
    url: search.size === 0 ? filled : `${filled}?${search.toString()}`,
    body:
      form === undefined
        ? body === undefined
          ? null
          : JSON.stringify({ ...body, ...claims })
        : formData({ ...form, ...claims }),
  }
}
