/** In the address of a tab whose owner acts on multiSelect rows at once. */
export interface MultiSelectSearch {
  multiSelect?: true
}

export const readMultiSelect = ({ multiSelect }: Record<string, unknown>): MultiSelectSearch =>
  multiSelect === true ? { multiSelect } : {}
