import { useQuery } from '@tanstack/react-query'
import { Suspense, useId } from 'react'
import { t } from '#web/messages.ts'
import { lazyCode } from '#web/ui/lazy-code.ts'
import { Section } from '#web/ui/section.tsx'
import css from './editions.module.css'
import { editionsQuery } from './queries.ts'

const EditionCard = lazyCode(async () => (await import('./edition-card.tsx')).EditionCard)

/**
 * Editions of a collection, or all that are on sale or upcoming. Renders nothing if there are none. Reserves the height
 * of the cells until the cards' code loads.
 */
export function EditionsSection({ collection, maxEditions }: { collection?: string; maxEditions?: number }) {
  const title = useId()
  const { data, dataUpdatedAt } = useQuery(editionsQuery(collection))
  if (data === undefined || data.editions.length === 0) return null
  const cells = (
    <ul className={css.cells}>
      {data.editions.slice(0, maxEditions).map((edition) => (
        <li key={edition._id} className={css.cell}>
          <Suspense fallback={null}>
            <EditionCard edition={edition} ledgerTime={data.ledgerTime} readAt={dataUpdatedAt} />
          </Suspense>
        </li>
      ))}
    </ul>
  )
  if (collection === undefined)
    return (
      <Section title={t('Editions')} count={data.editions.length}>
        {cells}
      </Section>
    )
  // Keeps this section low, so that the first works of the collection fit on the first screen.
  return (
    <section aria-labelledby={title} className={css.low}>
      <h2 id={title}>{t('Editions')}</h2>
      {cells}
    </section>
  )
}
