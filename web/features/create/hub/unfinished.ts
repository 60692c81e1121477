import { t } from '#web/messages.ts'
import type { KeptFile } from '#web/kit/uploads/kept-file.ts'
import { storedEdition } from '#web/features/create/edition/edition-draft.ts'
import { emptyDraft, storedMintDraft, type Work } from '#web/features/create/mint-draft.ts'
import { emptyMultiple, readMultiple, storeMultiple } from '#web/features/create/multiple/multiple-draft.ts'

/** A draft of a form, stored in this browser. */
export interface Unfinished {
  /** Path of the form, relative to `/create`. */
  path: 'nft' | 'multiple' | 'edition'
  kind: string
  title: string
  display: KeptFile | null
  discard: () => void | Promise<void>
  restore: () => void | Promise<void>
}

type Begun = Pick<Work, 'name' | 'description'> & { display: KeptFile | null; attachment: KeptFile | null }

/** Returns true if the user has entered content. Settings and the preselected collection do not count. */
const isBegun = ({ name, description, display, attachment }: Begun) =>
  name.trim() !== '' || description.trim() !== '' || display !== null || attachment !== null

const titleOf = ({ name }: Begun) => (name.trim() === '' ? t('Untitled') : name)

/** Returns the account's drafts that are not minted yet. */
export async function listUnfinished(account: string): Promise<Unfinished[]> {
  const [single, edition] = [storedMintDraft(account), storedEdition(account)]
  const [storedDraft, prints, multiple] = [single.read(), edition.read(), await readMultiple(account)]
  const work = { ...emptyDraft(), ...storedDraft }
  const drafts: Unfinished[] = []
  if (isBegun(work))
    drafts.push({
      path: 'nft',
      kind: t('Single or bulk'),
      title: titleOf(work),
      display: work.display,
      discard: single.remove,
      restore: () => single.tryWrite(work),
    })
  if (multiple !== null && multiple.items.length > 0)
    drafts.push({
      path: 'multiple',
      kind: t('Multiple'),
      title: t('{count, plural, one {# work} other {# works}}', { count: multiple.items.length }),
      display: multiple.items.find(({ kept }) => kept !== null)?.kept ?? null,
      discard: () => storeMultiple(account, emptyMultiple),
      restore: () => storeMultiple(account, multiple),
    })
  if (prints !== null && isBegun(prints))
    drafts.push({
      path: 'edition',
      kind: t('Edition'),
      title: titleOf(prints),
      display: prints.display,
      discard: edition.remove,
      restore: () => edition.tryWrite(prints),
    })
  return drafts
}
