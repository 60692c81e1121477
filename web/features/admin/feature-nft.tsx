import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Nft } from '#contract/schemas/nfts.ts'
import { t } from '#web/messages.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/error.ts'
import { operationQuery } from '#web/api/queries.ts'
import { nftQuery } from '#web/kit/nfts/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { announce } from '#web/ui/toasts.ts'

/** Lets the marketplace owner feature an NFT or mark it as adult content. */
export function DecideNft({ nft }: { nft: Nft }) {
  return (
    <>
      <FeatureNft id={nft.nftokenID} />
      {nft.metadata !== null && !nft.metadata.explicit && (
        <DecideContent id={nft.nftokenID} isAdult={nft.metadata.imageFile?.explicit === true} />
      )}
    </>
  )
}

/** Marks a work as adult content, or removes a mark that reports caused. */
function DecideContent({ id, isAdult }: { id: string; isAdult: boolean }) {
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: () => call('decideContent', { body: { id, adult: !isAdult } }),
    onSuccess: ({ data: text }) => announce({ title: String(text), tone: 'good' }),
    onError: (error) => announce({ title: sentenceOf(error), tone: 'bad' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: nftQuery(id).queryKey }),
  })
  return (
    <Button look="quiet" busy={change.isPending} onClick={() => change.mutate()}>
      {isAdult ? t('Not adult content') : t('Mark as adult content')}
    </Button>
  )
}

function FeatureNft({ id }: { id: string }) {
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
