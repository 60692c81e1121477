import type { ComponentProps, ReactNode } from 'react'
import type { CollectionInfo } from '#contract/schemas/collection-info.ts'
import { t } from '#web/messages.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { About } from './about.tsx'
import { Description } from './description.tsx'

interface WorkDetailsProps {
  nft: ComponentProps<typeof Description>['nft']
  collection: CollectionInfo | null
  traits: ReactNode
  token: ReactNode
}

/** What is below a work: its description and what it is. */
export function WorkDetails({ nft, collection, traits, token }: WorkDetailsProps) {
  return (
    <>
      <Description nft={nft} />
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
    </>
  )
}
