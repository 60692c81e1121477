import { Link } from '@tanstack/react-router'
import { useSettings } from '#web/api/use-settings.ts'
import { t, rich, slot } from '#web/messages.ts'
import { ExternalLink } from '#web/ui/external-link.tsx'
import type { HelpSection } from './help-section.ts'

/** Returns what to do when something fails. */
export const failures = (): HelpSection[] => [
  {
    id: 'failures',
    title: t('When something fails'),
    text: (
      <>
        <ul>
          <li>
            {rich(
              '<strong>You rejected the request or it expired.</strong> Nothing was paid. Choose Try Again.',
              { strong: <strong>{slot}</strong> },
            )}
          </li>
          <li>
            {rich(
              '<strong>The price changed or the work is gone.</strong> Someone was faster, or the seller changed the listing. Nothing was paid.',
              { strong: <strong>{slot}</strong> },
            )}
          </li>
          <li>
            {rich(
              '<strong>Not enough XRP.</strong> You need the total plus the <link>reserve</link> for the offer. The dialog shows how much you are short.',
              {
                strong: <strong>{slot}</strong>,
                link: <a href="#reserves">{slot}</a>,
              },
            )}
          </li>
          <li>
            {rich(
              '<strong>Signed, but not done yet.</strong> The ledger usually needs 4 seconds. You can close the page: the sale continues, and its result is listed under Requests at the top.',
              { strong: <strong>{slot}</strong> },
            )}
          </li>
          <li>
            {rich(
              '<strong>The site is read-only.</strong> No ledger server can be reached. Your works and your money are not affected; try again later.',
              { strong: <strong>{slot}</strong> },
            )}
          </li>
        </ul>
        <Contact />
      </>
    ),
  },
]

function Contact() {
  const { links } = useSettings()
  if (links.contact === '' && links.discord === '') return null
  return (
    <p>
      {rich(
        "Still stuck? <link>Write to us</link> with the page's address and the ID from the message. Nobody from OPX will ever ask for your secret. Read more about the project on <link2>Art Society</link2>.",
        {
          link: (
            <ExternalLink href={links.contact === '' ? links.discord : links.contact}>{slot}</ExternalLink>
          ),
          link2: <Link to="/art_society">{slot}</Link>,
        },
      )}
    </p>
  )
}
