import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Media } from '#contract/schemas/media.ts'
import { pictureSources } from '#contract/rules/media.ts'
import { t } from '#web/messages.ts'
import { operationQuery } from '#web/api/queries.ts'
import { WorkPicture } from '#web/kit/media/work-picture.tsx'
import { workRatio } from '#web/kit/media/work-ratio.ts'
import { nftTitle } from '#web/kit/nfts/nft-title.ts'
import css from './drawn-work.module.css'

/** Refetch interval until the metadata is published, shortly after the sale. */
const everyMs = 1500

const sizes = '(max-width: 699px) 90vw, 544px'

/** Maximum time to wait for the picture. */
const pictureMs = 5000

/** Returns true if the picture is loaded or the wait has timed out. */
function useLoaded(image: Media | null): boolean {
  const sources = pictureSources(image, 800)
  const [loadedSrc, setLoaded] = useState<string | null>(null)
  const src = sources?.src ?? null
  const srcSet = sources?.srcSet ?? null
  useEffect(() => {
    if (src === null) return
    const markLoaded = () => setLoaded(src)
    const picture = new Image()
    picture.addEventListener('load', markLoaded)
    picture.addEventListener('error', markLoaded)
    picture.sizes = sizes
    picture.srcset = srcSet ?? ''
    picture.src = src
    const timer = setTimeout(markLoaded, pictureMs)
    return () => clearTimeout(timer)
  }, [src, srcSet])
  return src === null || loadedSrc === src
}

/** The reveal of a drawn work: sealed until its picture is loaded. */
export function DrawnWork({ nftokenID }: { nftokenID: string }) {
  const { data } = useQuery({
    ...operationQuery('getNft', { query: { id: nftokenID } }),
    refetchInterval: ({ state }) => (state.data?.nft.metadata == null ? everyMs : false),
  })
  const metadata = data?.nft.metadata ?? null
  const image = metadata?.imageFile ?? null
  const isLoaded = useLoaded(image)
  const open = metadata !== null && isLoaded
  return (
    <figure className={css.drawn} data-open={open}>
      <span className={css.card}>
        <span className={css.front}>
          <WorkPicture media={image} alt="" sizes={sizes} ratio={workRatio(image)} eager sealed={!open} />
        </span>
      </span>
      <figcaption className={css.name}>
        <span role="status">
          {!open
            ? t('Revealing what you drew …')
            : t('Meet {nftTitle}.', { nftTitle: nftTitle({ metadata, nftokenID }) })}
        </span>
      </figcaption>
    </figure>
  )
}
