import { insertAudit } from '#db/queries/admin/audit-log.ts'
import type { RulesRow } from '#db/queries/collection/rules.ts'
import type { CollectionChange, CollectionRecord } from '#db/queries/collection/writes.ts'
import type { Executor } from '#db/executor.ts'

/** Makes links comparable: the database and a form list them in different orders. */
const toComparable = (value: unknown) =>
  JSON.stringify(typeof value === 'object' && value !== null ? Object.entries(value).sort() : value)

/** Records what an edit changes, in the transaction of the edit. An edit without changes is not recorded. */
export async function noteEdit(
  tx: Executor,
  account: string,
  before: CollectionRecord,
  edit: CollectionChange,
) {
  const old = new Map<string, unknown>(Object.entries(before))
  const changedFields = Object.entries(edit).filter(
    ([field, value]) => toComparable(value) !== toComparable(old.get(field)),
  )
  if (changedFields.length === 0) return
  await insertAudit(tx, {
    account,
    action: 'edit_collection',
    subject: before.id,
    before: Object.fromEntries(changedFields.map(([field]) => [field, old.get(field)])),
    after: Object.fromEntries(changedFields),
  })
}

type Promo = Pick<RulesRow, 'promoCodeEnabled' | 'promoDigest'>

const promoFacts = (promo: Promo | null) => ({
  enabled: promo?.promoCodeEnabled ?? false,
  hasCode: (promo?.promoDigest ?? null) !== null,
})

const isCodeChanged = (before: Promo | null, after: Promo) =>
  (before?.promoDigest ?? null) !== after.promoDigest

/** True if an edit changes the promo code, or whether a code is required. */
const isPromoChanged = (before: Promo | null, after: Promo): boolean =>
  isCodeChanged(before, after) || promoFacts(before).enabled !== after.promoCodeEnabled

/** Records that the promo code changed, never its value. */
export async function notePromo(
  tx: Executor,
  account: string,
  id: string,
  [before, after]: [Promo | null, Promo],
) {
  if (!isPromoChanged(before, after)) return
  await insertAudit(tx, {
    account,
    action: 'set_promo_code',
    subject: id,
    before: promoFacts(before),
    after: { ...promoFacts(after), codeChanged: isCodeChanged(before, after) },
  })
}
