import { hasKeys, createStoredValue } from '#web/ui/persisted.ts'

export interface ListDraft {
  text: string
  enabled: boolean
  /** True if the issuer has used the switch. Until then a non-empty list is on by default. */
  decided: boolean
}

const hasFields = hasKeys<ListDraft>('text', 'enabled', 'decided')
const isDraft = (value: unknown): value is ListDraft =>
  hasFields(value) &&
  typeof value.text === 'string' &&
  typeof value.enabled === 'boolean' &&
  typeof value.decided === 'boolean'

/** Returns the store of a list's unsaved input in this tab. */
export const storedListDraft = (account: string, kind: string, id: string) =>
  createStoredValue(sessionStorage, `opx_${kind}_draft:${account}:${id}`, isDraft)
