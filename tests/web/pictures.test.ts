import { expect, test, vi } from 'vitest'
import { isSmallFilm, pictureSources } from '#contract/rules/media.ts'
import { maxPictureBytes } from '#contract/schemas/profiles.ts'
import { encodePicture } from '#web/kit/pictures/crop-picture.ts'

/** Simulates a browser whose encoders produce pictures of these sizes at full quality. Safari has no WebP encoder. */
function browserWith({
  webp,
  transparent,
  png = 0,
  lossy = 0,
}: Record<'webp' | 'transparent', boolean> & { png?: number; lossy?: number }) {
  const fillBackground = vi.fn<() => void>()
  const canvas = {
    hasTransparency: () => transparent,
    fillBackground,
    toBlob: (take: BlobCallback, type = 'image/png', quality = 1) => {
      const output = type === 'image/webp' && !webp ? 'image/png' : type
      const size = output === 'image/png' ? png : lossy * quality
      take(new Blob([new Uint8Array(size)], { type: output }))
    },
  }
  return { canvas, fillBackground }
}

test('a picture becomes WEBP, in the highest quality that is small enough', async () => {
  const { canvas, fillBackground } = browserWith({
    webp: true,
    transparent: true,
    lossy: maxPictureBytes * 1.5,
  })
  const { type, size } = await encodePicture(canvas)
  expect([type, size]).toEqual(['image/webp', Math.floor(maxPictureBytes * 1.5 * 0.65)])
  expect(fillBackground).not.toHaveBeenCalled()
})

test('a browser without WEBP makes JPEG, or PNG to keep transparency', async () => {
  const typeOf = async (abilities: Parameters<typeof browserWith>[0]) => {
    const { canvas, fillBackground } = browserWith(abilities)
    return [(await encodePicture(canvas)).type, fillBackground.mock.calls.length]
  }
  const large = maxPictureBytes + 1
  expect(await typeOf({ webp: false, transparent: false, png: 10, lossy: 10 })).toEqual(['image/jpeg', 1])
  expect(await typeOf({ webp: false, transparent: true, png: 10, lossy: 10 })).toEqual(['image/png', 0])
  expect(await typeOf({ webp: false, transparent: true, png: large, lossy: 10 })).toEqual(['image/jpeg', 1])
  const { canvas } = browserWith({ webp: false, transparent: true, png: large, lossy: 3 * large })
  await expect(encodePicture(canvas)).rejects.toThrow('more than 5 MB')
})

test('a card asks for a size of everything, also of drawings and animations, and the page of a work for the file', () => {
  const media = { kind: 'image', src: '/media/ipfs/x', width: null, height: null, color: null } as const
  const unchanged = ['image/gif', 'image/svg+xml', 'image/avif', 'image/bmp', 'image/x-icon']
  for (const contentType of [null, 'image/png', 'image/gif', 'image/avif', 'image/svg+xml'])
    for (const largest of [150, 300, 500, 800])
      expect(pictureSources({ ...media, contentType }, largest)?.src).toBe(`/media/ipfs/x?w=${largest}`)
  for (const contentType of unchanged)
    expect(pictureSources({ ...media, contentType }, 1600)?.src).toBe('/media/ipfs/x')
  for (const contentType of [null, 'image/png', 'image/jpeg', 'image/webp', 'image/heic'])
    expect(pictureSources({ ...media, contentType }, 1600)?.src).toBe('/media/ipfs/x?w=1600')
})

test('a picture of a few pixels is shown as it is, so that each is sharp', () => {
  const picture = { kind: 'image', src: '/media/ipfs/x', width: 24, height: 24, color: null } as const
  const sourceOf = (more: object) =>
    pictureSources({ ...picture, contentType: 'image/png', bytes: 900, ...more }, 300)?.src
  expect(sourceOf({})).toBe('/media/ipfs/x')
  for (const more of [{ width: 65 }, { bytes: 50_000 }, { bytes: null }, { contentType: 'image/gif' }])
    expect(sourceOf(more)).toBe('/media/ipfs/x?w=300')
})

test('a card loads a film only if its size is known, and small', () => {
  expect([undefined, null, 1000, 200_001].map((bytes) => isSmallFilm({ kind: 'video', bytes }))).toEqual([
    false,
    false,
    true,
    false,
  ])
  expect(isSmallFilm({ kind: 'html', bytes: 10 })).toBe(false)
})

test('a film in MP4 below 100 MB has a still picture, and no other film', () => {
  const film = { kind: 'video' as const, src: '/media/web/1', width: null, height: null, color: null }
  const sourceOf = (contentType: string, bytes: number | null) =>
    pictureSources({ ...film, contentType, bytes }, 150)?.src ?? null
  expect(sourceOf('video/mp4', 99_999_999)).toBe('/media/stills/web/1?w=150')
  expect(sourceOf('video/mp4', 100_000_000)).toBeNull()
  expect(sourceOf('video/mp4', null)).toBeNull()
  expect(sourceOf('video/webm', 1000)).toBeNull()
})
