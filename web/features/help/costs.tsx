import { t } from '#web/messages.ts'
import type { HelpSection, Reserves } from './help-section.ts'

/** Returns what the ledger, the marketplace and the artist receive, and what the ledger holds back. */
export const costs = ({ base, ownerReserve }: Reserves): HelpSection[] => [
  {
    id: 'signatures',
    title: t('What a signature costs'),
    text: (
      <>
        <p>
          {t(
            'The ledger charges a small cost for every transaction, usually 10 to 300 drops. A drop is a millionth of an XRP, so a signature costs far less than a cent. This XRP is destroyed; nobody earns it.',
          )}
        </p>
        <p>
          {t(
            'Your wallet shows what you sign. If your wallet supports it, one signature covers all steps that belong together, and they happen together or not at all.',
          )}
        </p>
      </>
    ),
  },
  {
    id: 'fees',
    title: t('Fees'),
    text: (
      <>
        <p>
          {t(
            'OPX takes 1 % of a sale, and 2 % when a work is minted on demand. Listing, bidding, cancelling, transferring and swapping are free.',
          )}
        </p>
        <ul>
          <li>
            {t('You buy a listing: the fee is added to the price. For a 100 XRP listing, you pay 101 XRP.')}
          </li>
          <li>
            {t(
              'You accept a bid: the fee is taken from the bid. On a 100 XRP bid, 99 XRP goes to your side.',
            )}
          </li>
          <li>{t('Direct offers between two accounts have no fee.')}</li>
        </ul>
        <p>{t('Every dialog shows price, fee and royalty before you sign.')}</p>
      </>
    ),
  },
  {
    id: 'royalties',
    title: t('Royalties'),
    text: (
      <p>
        {t(
          'The artist sets a royalty when a work is minted; it can never be changed. On every later sale, the ledger itself pays it to the artist, out of what the seller receives. No royalty is paid when the artist buys or sells.',
        )}
      </p>
    ),
  },
  {
    id: 'reserves',
    title: t('Reserves'),
    text: (
      <>
        <p>
          {t(
            'The ledger holds back part of your XRP while your account uses its storage: {base} XRP for the account, and {each} XRP for each open offer, each trust line, and each page of up to 32 NFTs.',
            { base, each: ownerReserve },
          )}
        </p>
        <p>
          {t(
            'A reserve is not a fee. It is still yours, but you cannot spend it until the offer is accepted, cancelled or cleared. Dead offers still lock a reserve: your account menu shows how much, and lets you clear them with one signature.',
          )}
        </p>
      </>
    ),
  },
]
