import { createFileRoute } from '@tanstack/react-router'
import { EditionPage, type EditionSlots } from '#web/features/edition/edition-page.tsx'
import { Description } from '#web/features/nft/record/description.tsx'
import { Traits } from '#web/features/nft/record/traits.tsx'
import { WorkStage } from '#web/features/nft/stage/work-stage.tsx'
import { editionQuery } from '#web/kit/editions/queries.ts'

export const Route = createFileRoute('/edition/$id')({
  loader: ({ context: { queryClient }, params: { id } }) => {
    void queryClient.prefetchQuery(editionQuery(id))
  },
  component: Page,
})

const slots: EditionSlots = { Stage: WorkStage, Description, Traits }

function Page() {
  const { id } = Route.useParams()
  return <EditionPage key={id} id={id} slots={slots} />
}
