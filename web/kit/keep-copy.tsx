import { useMutation, useQueryClient } from '@tanstack/react-query'
import { t } from '#web/messages.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/error.ts'
import { operationQuery } from '#web/api/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { announce } from '#web/ui/toasts.ts'
import { PinNote } from './pin-note.tsx'

/**
 * Requests that the IPFS files of the viewer's own work are copied and pinned, and shows the progress. `isKept` is true
 * if all of these files are pinned here.
 */
export function KeepCopy({ id, isKept }: { id: string; isKept: boolean }) {
  const client = useQueryClient()
  const keepCopy = useMutation({
    mutationFn: () => call('keepCopy', { body: { id } }),
    onError: (error) => announce({ title: sentenceOf(error), tone: 'bad' }),
    onSuccess: () =>
      client.invalidateQueries({ queryKey: operationQuery('getPermanence', { query: { id } }).queryKey }),
  })
  const pins = keepCopy.data?.data.pins
  return (
    <>
      {pins === undefined && !isKept && (
        <>
          <Button look="quiet" busy={keepCopy.isPending} onClick={() => keepCopy.mutate()}>
            {t('Keep a copy')}
          </Button>
          <p>{t('OPX copies the files on IPFS and pins them, within your storage quota.')}</p>
        </>
      )}
      {pins !== undefined && <PinNote cids={pins.map(({ cid }) => cid)} />}
    </>
  )
}
