import { t, rich, slot } from '#web/messages.ts'
import type { HelpSection } from './help-section.ts'

/** Returns how works are sold other than at a price. */
export const waysToSell = (): HelpSection[] => [
  {
    id: 'on-demand',
    title: t('Works on demand'),
    text: (
      <>
        <p>
          {t(
            'A work on demand is minted at the moment you buy it. It is reserved for you for 15 minutes while you sign; payment and work change hands together. If you do not sign, nothing is paid and the next collector can buy it.',
          )}
        </p>
        <p>
          {t(
            'An artist can choose a currency other than XRP for all works and editions in a collection. To buy, you need a trust line for that currency and enough of it. The artist is paid in the same currency.',
          )}
        </p>
        <p>
          {t(
            "Up to five accounts can share a collection's revenue. Each must agree on the collection's page before anything can be sold, and is paid with each sale.",
          )}
        </p>
      </>
    ),
  },
  {
    id: 'random',
    title: t('Random draws'),
    text: (
      <>
        <p>
          {t(
            'In a random collection, you buy without knowing which work you will get: every remaining work is equally likely. Your work is revealed to you and everyone else after you have paid. If you draw again without paying, you get the same work, so nobody can pick and choose.',
          )}
        </p>
        <p>
          {rich(
            "You don't have to trust us. The order of the works is committed on the ledger before the first draw. Your number is written there, and the next ledger decides. This takes about ten seconds. You get a receipt at once, and anyone can recompute every draw under Draws on the collection's page. Works that an artist has already minted and listed are drawn by us alone, and only when nothing else is left. <link>How draws are made and verified</link>",
            {
              link: (
                <a href="/fair-draws.txt" target="_blank" rel="noreferrer">
                  {slot}
                </a>
              ),
            },
          )}
        </p>
      </>
    ),
  },
  {
    id: 'auctions',
    title: t('Auctions'),
    text: (
      <>
        <p>
          {t(
            'When the auction ends, the highest bid wins and the sale settles automatically. If two bids are equal, the earlier one wins. A bid counts only while your account can pay it, so keep the XRP there until the auction ends.',
          )}
        </p>
        <p>
          {t(
            'A seller can let late bids extend the auction: when a new top bid arrives in the last five minutes, the auction runs five minutes longer, so that other bidders have time to respond. Extensions add up to at most 11 hours.',
          )}
        </p>
        <p>
          {t(
            'You can cancel a bid. If you withdraw the top bid in the last hour, or cannot pay it, you cannot bid for 7 days.',
          )}
        </p>
      </>
    ),
  },
  {
    id: 'editions',
    title: t('Editions'),
    text: (
      <>
        <p>
          {t(
            'An edition is one work in several prints. Each print is a separate NFT with its number in the title. Prints are sold in numerical order and minted when they are bought. If a buyer does not pay for a print, it goes to the next buyer, even after the sale has ended if later numbers are sold.',
          )}
        </p>
        <p>
          {t(
            "When an open edition closes, the total is added to the title of each print, such as 12/57, if the collection's metadata can be updated. The marketplace does this, and nobody has to sign.",
          )}
        </p>
        <p>
          {t(
            'An edition has up to five phases, each with its own time, price and buyers: everyone, accounts on the whitelist, holders of a collection, or buyers with the promo code. Phases start and end by ledger time, so the page may be a few seconds early.',
          )}
        </p>
        <p>
          {t(
            'If you follow the artist, or watch the artist or the collection, you are notified an hour before a phase starts and when it starts. If the artist then changes the start or the price, or pauses or closes the edition before it starts, you are notified as well.',
          )}
        </p>
        <p>
          {t(
            'Prints can be free. You then pay only the transaction cost, and sign once, as for a purchase. Free prints are for accounts that are older than the edition and for accounts on the whitelist. If you do not claim a print within 15 minutes, it goes to the next account.',
          )}
        </p>
        <p>
          {t(
            "Up to five accounts can share an edition's revenue. Each must agree on the edition's page before anything can be sold, and is paid with each sale. If a share cannot be paid, it remains owed and we try again; the sale does not wait for it. The ledger pays royalties only to the creator.",
          )}
        </p>
        <p>
          {t(
            'A price can fall over time. You pay the price at the moment your print is reserved, never more than you saw. If the price falls further, the difference is not refunded, because the ledger cannot guarantee refunds.',
          )}
        </p>
      </>
    ),
  },
]
