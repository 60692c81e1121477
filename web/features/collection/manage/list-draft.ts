export interface ListDraft {
  text: string
  enabled: boolean
  /** The issuer has decided about the switch; until then a list with lines is switched on. */
  decided: boolean
}

const keyOf = (account: string, kind: string, id: string) => `opx_${kind}_draft:${account}:${id}`

function isDraft(value: unknown): value is ListDraft {
  return (
    typeof value === 'object' &&
    value !== null &&
    'text' in value &&
    typeof value.text === 'string' &&
    'enabled' in value &&
    typeof value.enabled === 'boolean' &&
    'decided' in value &&
    typeof value.decided === 'boolean'
  )
}

/** A list as it was typed and not saved yet: kept in this tab, so that nothing typed is lost. */
export function listDraft(account: string, kind: string, id: string) {
  const key = keyOf(account, kind, id)
  return {
    find: (): ListDraft | null => {
      try {
        const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
        return isDraft(kept) ? kept : null
      } catch {
        return null
      }
    },
    keep: (draft: ListDraft) => {
      try {
        sessionStorage.setItem(key, JSON.stringify(draft))
      } catch {
        // Without storage, or with more than it holds, the text lasts as long as its page.
      }
    },
    drop: () => sessionStorage.removeItem(key),
  }
}
