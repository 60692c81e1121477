import { shortenAddress } from '#contract/rules/accounts.ts'
import type { PrivateCollection } from '#contract/schemas/collections.ts'
import type { Media } from '#contract/schemas/media.ts'
import { t } from '#web/messages.ts'
import { usePerson } from '#web/api/people.ts'
import { CollectionFace } from '#web/kit/collections/collection-card.tsx'
import type { CollectionDraft } from './collection-draft.ts'
import css from './collection-form.module.css'

/** The collection's card as it appears in the explorer. */
export function CollectionPreview({
  account,
  draft,
  collection,
}: {
  account: string
  draft: CollectionDraft
  collection: PrivateCollection | null
}) {
  const { picture } = draft
  const person = usePerson(account)
  const media: Media | null =
    picture === null
      ? (collection?.thumbnail ?? null)
      : { kind: picture.kind, src: picture.src, contentType: null, width: null, height: null, color: null }
  return (
    <aside className={css.preview} aria-label={t('Preview of the card')}>
      <p className={css.note}>{t('Preview')}</p>
      <CollectionFace
        Heading="p"
        collection={{
          thumbnail: media,
          verified: collection?.verified ?? false,
          artist: person?.name ?? shortenAddress(account),
          issuer: account,
          description: draft.description.trim() === '' ? t('Its description') : draft.description,
          floorPriceDrops: collection?.floorPriceDrops ?? null,
          itemsCount: collection?.itemsCount ?? 0,
        }}
        name={draft.name.trim() === '' ? t('Name of the collection') : draft.name}
      />
    </aside>
  )
}
