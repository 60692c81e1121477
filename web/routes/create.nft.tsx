import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazyCode } from '#web/ui/lazy-code.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

// Lazy: the code of all create pages is preloaded with the hub, but this page's is large.
const CreateNft = lazyCode(async () => (await import('#web/features/create/nft/create-nft.tsx')).CreateNft)

export const Route = createFileRoute('/create/nft')({
  component: Page,
})

function Page() {
  return (
    <Suspense fallback={<Skeleton height="24rem" />}>
      <CreateNft />
    </Suspense>
  )
}
