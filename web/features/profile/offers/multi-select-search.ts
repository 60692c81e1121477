/** Search parameters of a tab in which the owner can act on several rows at once. */
export interface MultiSelectSearch {
  multiSelect?: true
}

export const readMultiSelect = ({ multiSelect }: Record<string, unknown>): MultiSelectSearch =>
  multiSelect === true ? { multiSelect } : {}
