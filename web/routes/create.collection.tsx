import { createFileRoute } from '@tanstack/react-router'
import { CreateCollection } from '#web/features/collection/form/create-collection.tsx'

export const Route = createFileRoute('/create/collection')({
  component: CreateCollection,
})
