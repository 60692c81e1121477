const texts = new WeakMap<Response, string>()

/** Stores the text of a response, so that a reader need not decode what was just encoded. */
export function keepText(response: Response, text: string): Response {
  texts.set(response, text)
  return response
}

export const textOf = async (response: Response): Promise<string> =>
  texts.get(response) ?? (await response.text())
