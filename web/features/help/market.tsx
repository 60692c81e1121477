import { feedPath } from '#contract/rules/feeds.ts'
import { Link } from '@tanstack/react-router'
import { t, rich, slot } from '#web/messages.ts'
import type { HelpSection } from './help-section.ts'

/** Returns how to read and follow the market. */
export const market = (): HelpSection[] => [
  {
    id: 'figures',
    title: t('Which sales count'),
    text: (
      <>
        <p>
          {t(
            "A collection's figures are in XRP and go back to the start of our index. A sale that costs the two parties nothing says nothing about the price, so sales that match one of these rules are marked. They stay in the history, but are left out of volume, number of sales, last sale and trending unless you include them. A mark is not an accusation.",
          )}
        </p>
        <ul>
          <li>
            {t(
              'Same funder: seller and buyer got their first XRP from the same account, or one of them funded the other. Accounts that have funded more than 10 traders, such as exchanges, do not count. If no ledger server knows who funded an account, this rule does not apply to it, and the Analytics tab says so.',
            )}
          </li>
          <li>
            {t(
              'Back and forth: the work is sold, and its next change of owner, within 30 days, returns it to the seller.',
            )}
          </li>
          <li>{t('Circle: the work returns to the seller through other accounts, in at most six steps.')}</li>
          <li>
            {t(
              'No profit: the same two accounts sell each other different works within 7 days at prices less than 5 % apart.',
            )}
          </li>
          <li>
            {t(
              'Fee-free: neither a marketplace fee nor a royalty was paid, and the price is more than 10 times the average of at least five sales in the collection over the previous 30 days.',
            )}
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'names',
    title: t('Names and the verified mark'),
    text: (
      <p>
        {t(
          "An account is shown under its profile name. The mark beside a name means that OPX has verified a collection by this artist. Names that look like a verified artist's name are refused. Point at a name to see the address, which nobody can imitate.",
        )}
      </p>
    ),
  },
  {
    id: 'following',
    title: t('Following what happens'),
    text: (
      <ul>
        <li>
          {rich(
            '<strong>Watchlist.</strong> Press the heart on a work, a collection or an artist. <link>Your watchlist</link> shows its current price and the change since then.',
            {
              strong: <strong>{slot}</strong>,
              link: <Link to="/watchlist">{slot}</Link>,
            },
          )}
        </li>
        <li>
          {rich(
            '<strong>Notifications.</strong> With a wallet connected, the bell notifies you of bids, sales and ending auctions. <link>Choose your notifications</link>, here and on your devices.',
            {
              strong: <strong>{slot}</strong>,
              link: <Link to="/notifications">{slot}</Link>,
            },
          )}
        </li>
        <li>
          {rich(
            '<strong>Feeds.</strong> With a feed reader you can follow all <link>auctions</link>, and any collection or artist: on their page, choose Share, then Feed (Atom).',
            {
              strong: <strong>{slot}</strong>,
              link: <a href={feedPath('auctions')}>{slot}</a>,
            },
          )}
        </li>
        <li>
          {rich(
            '<strong>Webhooks.</strong> Artists and operators can have events sent to their own server: <link>Webhooks</link>.',
            {
              strong: <strong>{slot}</strong>,
              link: <Link to="/webhooks">{slot}</Link>,
            },
          )}
        </li>
        <li>
          {rich(
            '<strong>Programs.</strong> Programs can read everything here and prepare transactions for you to sign. See <link>the API</link>, and create <link2>a key</link2>.',
            {
              strong: <strong>{slot}</strong>,
              link: <a href="/api">{slot}</a>,
              link2: <Link to="/keys">{slot}</Link>,
            },
          )}
        </li>
      </ul>
    ),
  },
]
