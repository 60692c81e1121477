import type { PrivateCollection } from '#contract/schemas/collections.ts'
import type { Media } from '#contract/schemas/media.ts'
import { t } from '#web/messages.ts'
import { CollectionFacts } from '#web/kit/collections/collection-card.tsx'
import card from '#web/kit/collections/collection-card.module.css'
import { truncateDescription } from '#web/kit/collections/truncate-description.ts'
import { WorkPicture } from '#web/kit/media/work-picture.tsx'
import type { CollectionDraft } from './collection-draft.ts'
import css from './collection-form.module.css'

/** The collection's card as the explorer shows it. */
export function CollectionPreview({
  draft,
  collection,
}: {
  draft: CollectionDraft
  collection: PrivateCollection | null
}) {
  const { picture } = draft
  const media: Media | null =
    picture === null
      ? (collection?.thumbnail ?? null)
      : { kind: picture.kind, src: picture.src, contentType: null, width: null, height: null, color: null }
  return (
    <aside className={css.preview} aria-label={t('Preview of the card')}>
      <p className={css.note}>{t('Preview')}</p>
      <div className={card.card}>
        <WorkPicture media={media} alt="" fit="contain" sizes="320px" />
        <p className={card.name}>{draft.name.trim() === '' ? t('Name of the collection') : draft.name}</p>
        <p className={card.description}>
          {draft.description.trim() === '' ? t('Its description') : truncateDescription(draft.description)}
        </p>
        <CollectionFacts
          floorPriceDrops={collection?.floorPriceDrops ?? null}
          itemsCount={collection?.itemsCount ?? 0}
        />
      </div>
    </aside>
  )
}
