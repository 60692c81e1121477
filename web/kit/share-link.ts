import { announce } from '#web/ui/toasts.ts'

/** The address of the page, without what it was filtered by. */
export const sharedAddress = () => `${location.origin}${location.pathname}`

/** Copies a text; `what` begins the sentence that says so. */
export async function copyText(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    announce({ title: `${what} copied`, tone: 'good' })
  } catch {
    announce({ title: `${what} could not be copied`, text, tone: 'bad' })
  }
}

export const copyLink = (): Promise<void> => copyText(sharedAddress(), 'Link')

/** Opens the share sheet of the device; copies the link where that fails. */
export async function openShareSheet(title: string): Promise<void> {
  try {
    await navigator.share({ title, url: sharedAddress() })
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copyLink()
  }
}
