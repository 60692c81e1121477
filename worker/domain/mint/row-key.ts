/**
 * Returns the key of the row that a form creates, at most once per key: the form's own key, the key of an idempotent
 * call, or a new one.
 */
export const rowKeyOf = (form: { rowKey?: string | undefined }, callKey: string | null): string =>
  form.rowKey ?? callKey ?? crypto.randomUUID()
