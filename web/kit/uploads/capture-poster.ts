const maxWidth = 1600
const maxMs = 8000

/** Waits for an event of an element. Rejects on an error event or a timeout. */
function waitForEvent(video: HTMLVideoElement, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The film takes too long.')), maxMs)
    const end = (settle: () => void) => () => {
      clearTimeout(timer)
      settle()
    }
    video.addEventListener(name, end(resolve), { once: true })
    video.addEventListener(
      'error',
      end(() => reject(new Error('The film cannot be shown.'))),
      { once: true },
    )
  })
}

/** Returns a frame from the beginning of a video as its still picture; null if this browser cannot play the video. */
export async function capturePoster(file: File): Promise<File | null> {
  const video = document.createElement('video')
  const address = URL.createObjectURL(file)
  try {
    video.muted = true
    video.preload = 'auto'
    const dataLoad = waitForEvent(video, 'loadeddata')
    video.src = address
    await dataLoad
    const seek = waitForEvent(video, 'seeked')
    video.currentTime = Math.min(0.5, Number.isFinite(video.duration) ? video.duration / 2 : 0.5)
    await seek
    const scale = Math.min(1, maxWidth / video.videoWidth)
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(video.videoWidth * scale)
    canvas.height = Math.round(video.videoHeight * scale)
    canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
    const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.86))
    return picture === null ? null : new File([picture], 'poster.jpg', { type: 'image/jpeg' })
  } catch {
    // If this browser cannot play the video, the NFT is minted without a poster.
    return null
  } finally {
    video.removeAttribute('src')
    URL.revokeObjectURL(address)
  }
}
