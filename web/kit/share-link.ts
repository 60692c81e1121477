import { announce } from '#web/ui/toasts.ts'

/** The address of the page, without what it was filtered by. */
export const sharedAddress = () => `${location.origin}${location.pathname}`

export async function copyLink(): Promise<void> {
  const url = sharedAddress()
  try {
    await navigator.clipboard.writeText(url)
    announce({ title: 'Link copied', tone: 'good' })
  } catch {
    announce({ title: 'The link could not be copied', text: url, tone: 'bad' })
  }
}

/** Opens the share sheet of the device; copies the link where that fails. */
export async function openShareSheet(title: string): Promise<void> {
  try {
    await navigator.share({ title, url: sharedAddress() })
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copyLink()
  }
}
