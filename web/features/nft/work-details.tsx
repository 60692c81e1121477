import type { ComponentProps, ReactNode } from 'react'
import type { CollectionInfo } from '#worker/contract/collection-info.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { About } from './about.tsx'
import { Description } from './description.tsx'

interface WorkDetailsProps {
  nft: ComponentProps<typeof Description>['nft']
  collection: CollectionInfo | null
  traits: ReactNode
  token: ReactNode
  history?: ReactNode
}

/** What is below a work: its description, what it is, and what happened to it. */
export function WorkDetails({ nft, collection, traits, token, history }: WorkDetailsProps) {
  return (
    <>
      <Description nft={nft} />
      <div>
        <Tabs
          label="About this NFT"
          tabs={[
            { value: 'traits', title: 'Traits', content: traits },
            { value: 'token', title: 'Token detail', content: token },
            { value: 'about', title: 'About', content: <About collection={collection} /> },
          ]}
        />
      </div>
      {history}
    </>
  )
}
