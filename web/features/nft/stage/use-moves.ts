import { useQuery } from '@tanstack/react-query'
import type { Media } from '#contract/schemas/media.ts'

/** Offset of the flags in the first chunk of a WebP, which say whether it is animated. Source: RFC 9649, 2.7. */
const flagsAt = 20
const animatedLimit = 2

async function isAnimated(src: string, signal: AbortSignal): Promise<boolean> {
  const reply = await fetch(src, { headers: { range: `bytes=0-${flagsAt}` }, signal })
  if (reply.status !== 206) {
    await reply.body?.cancel()
    return false
  }
  const head = new Uint8Array(await reply.arrayBuffer())
  return (
    new TextDecoder().decode(head.subarray(12, 16)) === 'VP8X' && ((head[flagsAt] ?? 0) & animatedLimit) !== 0
  )
}

/**
 * Returns true for an animated picture: a GIF, or a WebP with the animation flag. The image gateway sends only the
 * first frame of both.
 */
export function useMoves(media: Media | null): boolean {
  const [isPicture, contentType] = [media?.kind === 'image', media?.contentType]
  const webp = useQuery({
    queryKey: ['moves', media?.src],
    queryFn: ({ signal }) => isAnimated(media?.src ?? '', signal),
    enabled: isPicture && contentType === 'image/webp',
    staleTime: Number.POSITIVE_INFINITY,
  })
  return isPicture && (contentType === 'image/gif' || webp.data === true)
}
