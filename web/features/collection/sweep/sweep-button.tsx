import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { ItemsSearch } from '#contract/rules/list-addresses.ts'
import { t } from '#web/messages.ts'
import { collectionQuery } from '#web/kit/collections/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyCode } from '#web/ui/lazy-code.ts'

const load = async () => (await import('./sweep-dialog.tsx')).SweepDialog
const SweepDialog = lazyCode(load)

/** Opens the dialog for buying the cheapest works. Not used for random collections, whose works are sold by draw. */
export function SweepButton({ id, search }: { id: string; search: ItemsSearch }) {
  const { data: collection } = useQuery(collectionQuery(id))
  const [open, setOpen] = useState(false)
  if (collection === undefined || collection.random || collection.notAnnounced) return null
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)} onPointerEnter={() => void load()}>
        {t('Buy the cheapest')}
      </Button>
      <Suspense fallback={null}>
        {open && <SweepDialog id={id} search={search} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
