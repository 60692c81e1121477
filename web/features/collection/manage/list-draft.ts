import { hasKeys, persisted } from '#web/ui/persisted.ts'

export interface ListDraft {
  text: string
  enabled: boolean
  /** The issuer has used the switch; until then a list with lines is switched on. */
  decided: boolean
}

const hasFields = hasKeys<ListDraft>('text', 'enabled', 'decided')
const isDraft = (value: unknown): value is ListDraft =>
  hasFields(value) &&
  typeof value.text === 'string' &&
  typeof value.enabled === 'boolean' &&
  typeof value.decided === 'boolean'

/** A list as it was typed and not saved yet. It stays in this tab, so that nothing typed is lost. */
export const storedListDraft = (account: string, kind: string, id: string) =>
  persisted(sessionStorage, `opx_${kind}_draft:${account}:${id}`, isDraft)
