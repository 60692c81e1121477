import { Menu } from '@base-ui/react/menu'
import { Share2 } from 'lucide-react'
import { useState } from 'react'
import { t } from '#web/messages.ts'
import icon from '#web/ui/icon-button.module.css'
import menu from '#web/ui/menu.module.css'
import { embedHtml } from '#contract/rules/embed.ts'
import { copyLink, copyText, sharedAddress, sharedTitle } from './share-link.ts'

/** Social networks, each with the URL of its form for a new post. */
const places: [name: string, address: (text: string, url: string) => string][] = [
  [t('Post on X'), (text, url) => `https://x.com/intent/post?${new URLSearchParams({ text, url })}`],
  [
    t('Post on Bluesky'),
    (text, url) => `https://bsky.app/intent/compose?${new URLSearchParams({ text: `${text} ${url}` })}`,
  ],
  [t('Send by Telegram'), (text, url) => `https://t.me/share/url?${new URLSearchParams({ url, text })}`],
]

/** The menu of a share button. It opens as soon as its code is loaded. */
export function ShareMenu({ feed, embed }: { feed: string | undefined; embed: string | undefined }) {
  // The menu stays closed until the portal's container exists.
  const [place, setPlace] = useState<HTMLDivElement | null>(null)
  const [open, setOpen] = useState(true)
  const text = `${sharedTitle()} · OPX`
  return (
    <div ref={setPlace}>
      <Menu.Root open={open && place !== null} onOpenChange={setOpen}>
        <Menu.Trigger className={icon.button} aria-label={t('Share')} title={t('Share')}>
          <Share2 size={18} aria-hidden="true" />
        </Menu.Trigger>
        <Menu.Portal container={place}>
          <Menu.Positioner className={menu.positioner} align="start" sideOffset={8}>
            <Menu.Popup className={menu.popup}>
              <Menu.Item className={menu.item} onClick={() => void copyLink()}>
                {t('Copy link')}
              </Menu.Item>
              {embed !== undefined && (
                <Menu.Item
                  className={menu.item}
                  onClick={() => void copyText(embedHtml(location.origin, embed, text), t('Embed code'))}
                >
                  {t('Copy embed code')}
                </Menu.Item>
              )}
              {places.map(([name, address]) => (
                <Menu.Item
                  key={name}
                  className={menu.item}
                  render={
                    // oxlint-disable-next-line jsx-a11y/anchor-has-content, jsx-a11y/control-has-associated-label -- the menu fills it
                    <a href={address(text, sharedAddress())} target="_blank" rel="noopener noreferrer" />
                  }
                >
                  {name}
                </Menu.Item>
              ))}
              {feed !== undefined && (
                // oxlint-disable-next-line jsx-a11y/anchor-has-content, jsx-a11y/control-has-associated-label -- the menu fills it
                <Menu.Item className={menu.item} render={<a href={feed} />}>
                  {t('Feed (Atom)')}
                </Menu.Item>
              )}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </div>
  )
}
