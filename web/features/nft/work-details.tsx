import type { ComponentProps, ReactNode } from 'react'
import type { CollectionInfo } from '#worker/contract/collection-info.ts'
import { m } from '#web/messages.ts'
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
          label={m.nft_work_details_about_this_nft}
          tabs={[
            { value: 'traits', title: m.nft_work_details_traits, content: traits },
            { value: 'token', title: m.nft_work_details_token_detail, content: token },
            { value: 'about', title: m.nft_work_details_about, content: <About collection={collection} /> },
          ]}
        />
      </div>
    </>
  )
}
