import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '#web/messages.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/error.ts'
import { operationQuery } from '#web/api/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { announce } from '#web/ui/toasts.ts'

/** Lets the marketplace owner feature an NFT on the home page, or remove it from there. */
export function FeatureNft({ id }: { id: string }) {
  const queryClient = useQueryClient()
  const query = operationQuery('getFeaturedNfts', {})
  const { data } = useQuery(query)
  const isFeatured = data?.some(({ nftokenID }) => nftokenID === id) ?? false
  const change = useMutation({
    mutationFn: () => call('featureNft', { body: { nftokenID: id, featured: !isFeatured } }),
    onSuccess: ({ data: text }) => announce({ title: String(text), tone: 'good' }),
    onError: (error) => announce({ title: sentenceOf(error), tone: 'bad' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: query.queryKey }),
  })
  if (data === undefined) return null
  return (
    <Button look="quiet" busy={change.isPending} onClick={() => change.mutate()}>
      {isFeatured ? t('Remove from Featured') : t('Set Featured')}
    </Button>
  )
}
