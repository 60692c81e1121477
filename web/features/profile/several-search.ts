/** In the address of a tab whose owner acts on several rows at once. */
export interface SeveralSearch {
  several?: true
}

export const readSeveral = ({ several }: Record<string, unknown>): SeveralSearch =>
  several === true ? { several } : {}
