import { createFileRoute } from '@tanstack/react-router'
import { EditionPage, type EditionSlots } from '#web/features/edition/edition-page.tsx'
import { Description } from '#web/features/nft/record/description.tsx'
import { Traits } from '#web/features/nft/record/traits.tsx'
import { editionQuery } from '#web/kit/editions/queries.ts'
import { lazyCode } from '#web/ui/lazy-code.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'

export const Route = createFileRoute('/edition/$id')({
  loader: ({ context: { queryClient }, params: { id } }) => {
    void queryClient.prefetchQuery(editionQuery(id))
  },
  component: Page,
})

// Loads these components in the same way as the pages of works, so that the bundler does not split their code into
// smaller files.
const slots: EditionSlots = {
  Description,
  Traits,
  Closer: lazyPart(async () => (await import('#web/features/nft/stage/closer-button.tsx')).CloserButton),
  PhasesForm: lazyCode(async () => (await import('#web/features/create/edition/phases-form.tsx')).PhasesForm),
  Player: lazyCode(async () => (await import('#web/features/nft/stage/player.tsx')).Player),
}

function Page() {
  const { id } = Route.useParams()
  return <EditionPage key={id} id={id} slots={slots} />
}
