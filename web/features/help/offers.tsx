import { t } from '#web/messages.ts'
import type { HelpSection } from './help-section.ts'

/** Returns how collectors and owners agree on a price. */
export const offers = (): HelpSection[] => [
  {
    id: 'standing-bids',
    title: t('Standing bids'),
    text: (
      <>
        <p>
          {t(
            'On the Bids tab of a collection you can bid on any of its works, also only on works with certain traits or up to a rarity rank. You sign once, and nothing is paid. An owner who wants your price sells to your bid, and you have 24 hours to complete the sale. Both signatures become one transaction: work and money change hands together, or nothing does.',
          )}
        </p>
        <p>
          {t(
            'Owners find the best standing bid on the page of a work. Until the bidder signs, the work stays yours: you can withdraw at once, and any other transaction of your account withdraws the sale, too. The fee of 1 % and the royalty are taken from the price.',
          )}
        </p>
        <p>
          {t(
            'Every bid shows how many sales its bidder has completed and missed. Three missed sales in a row pause the bids of an account for a week. A bid that the account cannot pay does not count.',
          )}
        </p>
      </>
    ),
  },
  {
    id: 'offers',
    title: t('Offers without surprises'),
    text: (
      <>
        <p>
          {t(
            'Owners can answer a bid with a price of their own: an offer to that bidder only, who can accept it with one signature. They can also set a minimum bid as a percentage of the floor, for all their works or, as the artist, for a collection. Lower bids are refused here, and those made elsewhere are hidden.',
          )}
        </p>
        <p>
          {t(
            'A bid is for the work as it was. If the artist changes the work, your bid is marked and you are notified. Nobody can accept it here until you have looked at the work and confirmed the bid.',
          )}
        </p>
        <p>
          {t(
            'If a work that you listed leaves your account, we cancel the listing, so that it cannot be bought at the old price when the work comes back. You are asked to confirm a price below half the floor. Your offers page starts with what needs attention: offers that end within a day, listings that cost less than all other works of the collection, and offers that cannot be accepted.',
          )}
        </p>
      </>
    ),
  },
  {
    id: 'swaps',
    title: t('Swaps'),
    text: (
      <p>
        {t(
          "Two accounts exchange up to four works, and either side can add XRP. Both sign, and either everything changes hands in one transaction or nothing does. Start a swap on another collector's page.",
        )}
      </p>
    ),
  },
]
