import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'

// The code of all creating pages is preloaded with the hub; this page's is large.
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
