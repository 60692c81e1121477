import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'

// The code of all pages of creating is loaded ahead with the hub: this one's is large.
const CreateNft = lazy(async () => ({
  default: (await import('#web/features/create/create-nft.tsx')).CreateNft,
}))

export const Route = createFileRoute('/create/nft')({
  component: Page,
})

function Page() {
  return (
    <Suspense fallback={null}>
      <CreateNft />
    </Suspense>
  )
}
