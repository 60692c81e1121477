import { createFileRoute } from '@tanstack/react-router'
import { SwapList } from '#web/features/swap/swap-list.tsx'

export const Route = createFileRoute('/swap/')({
  component: SwapList,
})
