import type { ReactNode } from 'react'
import type { CollectionInfo } from '#contract/schemas/collection-info.ts'
import { t } from '#web/messages.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { SocialLinks } from '#web/kit/social-links.tsx'
import css from './details.module.css'

/** The issuer's description of the work's collection. */
function About({ collection }: { collection: CollectionInfo | null }) {
  if (collection === null)
    return <p className={css.quiet}>{t('This NFT does not belong to a collection.')}</p>
  const { name, description, links } = collection
  return (
    <section className={css.about}>
      <h3 className={css.subtitle}>{t('The collection: {name}', { name })}</h3>
      {description.trim() !== '' && <p className={css.prose}>{description}</p>}
      <SocialLinks links={links} />
    </section>
  )
}

interface WorkDetailsProps {
  collection: CollectionInfo | null
  traits: ReactNode
  token: ReactNode
}

/** The section below a work: its properties. */
export function WorkDetails({ collection, traits, token }: WorkDetailsProps) {
  return (
    <div>
      <Tabs
        label={t('About this NFT')}
        tabs={[
          { value: 'traits', title: t('Traits'), content: traits },
          { value: 'token', title: t('Token detail'), content: token },
          { value: 'about', title: t('About'), content: <About collection={collection} /> },
        ]}
      />
    </div>
  )
}
