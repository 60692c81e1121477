import { t } from '#web/messages.ts'
import { announce } from '#web/ui/toasts.ts'

/**
 * Returns the title of a shared link, without the site's name: the title in the page's social metadata, or the document
 * title until that is written.
 */
export const sharedTitle = (): string =>
  (document.querySelector<HTMLMetaElement>('meta[property="og:title"]')?.content ?? document.title).replace(
    / · OPX$/,
    '',
  )

/** Returns the URL of the page without its filters. */
export const sharedAddress = () => `${location.origin}${location.pathname}`

/** Copies a text. `subject` is the start of the sentence that confirms it. */
export async function copyText(text: string, subject: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    announce({ title: t('{what} copied', { what: subject }), tone: 'good' })
  } catch {
    announce({ title: t('{what} could not be copied', { what: subject }), text, tone: 'bad' })
  }
}

export const copyLink = (): Promise<void> => copyText(sharedAddress(), t('Link'))

/** Opens the device's share sheet. If that fails, copies the link. */
export async function openShareSheet(): Promise<void> {
  try {
    await navigator.share({ title: sharedTitle(), url: sharedAddress() })
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copyLink()
  }
}
