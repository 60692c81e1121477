import { feedPath } from '#contract/rules/feeds.ts'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { formatXrpExact } from '#contract/rules/amounts.ts'
import { t, rich, slot } from '#web/messages.ts'
import { useSettings } from '#web/api/use-settings.ts'
import type { HelpTopic } from '#web/kit/help-link.tsx'
import { ExternalLink } from '#web/ui/external-link.tsx'
import page from '#web/ui/page.module.css'
import css from './help-page.module.css'

interface Section {
  id: HelpTopic
  title: string
  text: ReactNode
}

/** Help texts. Dialogs link to the sections by their anchors. */
export function HelpPage() {
  const sections = useSections()
  const [start, ...otherSections] = sections
  // The browser looks for the anchor before the page's code has loaded, so scroll again.
  useEffect(() => {
    const { hash } = window.location
    if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [])
  return (
    <div className={page.wide}>
      <header className={css.head}>
        <h1 className={css.title}>{t('Help')}</h1>
        <p className={css.lead}>{t('How to collect, sell and create works here, and what it costs.')}</p>
      </header>
      {/* The first section, which every visitor needs, spans the whole page width. */}
      <div className={css.start}>{start !== undefined && <Answer {...start} />}</div>
      <div className={css.columns}>
        <nav aria-label={t('On this page')} className={css.contents}>
          <ul>
            {sections.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
        <div className={css.sections}>
          {otherSections.map((section) => (
            <Answer key={section.id} {...section} />
          ))}
        </div>
      </div>
    </div>
  )
}

function Answer({ id, title, text }: Section) {
  return (
    <section id={id} className={css.section} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className={css.heading}>
        {title}
      </h2>
      {text}
    </section>
  )
}

/** Returns the help sections. The first one is for beginners. */
function useSections(): Section[] {
  const { baseReserveDrops, ownerReserveDrops } = useSettings()
  const base = formatXrpExact(BigInt(baseReserveDrops))
  const ownerReserve = formatXrpExact(BigInt(ownerReserveDrops))
  return [
    {
      id: 'wallet',
      title: t('Getting a wallet'),
      text: (
        <>
          <ol>
            <li>
              {rich(
                'Install the Xaman app on your phone (<link>xaman.app</link>) and create an account in it. Write down its secret and show it to nobody; OPX never asks for it.',
                {
                  link: <ExternalLink href="https://xaman.app">{slot}</ExternalLink>,
                },
              )}
            </li>
            <li>
              {rich(
                'Send XRP to the account, for example from an exchange. The ledger keeps the first {base} XRP as a <link>reserve</link>.',
                {
                  base,
                  link: <a href="#reserves">{slot}</a>,
                },
              )}
            </li>
            <li>
              {t(
                'Choose Connect Wallet at the top of this site. On a computer, scan the QR code with Xaman; on a phone, the app opens. The code in the app must be the one shown here.',
              )}
            </li>
          </ol>
          <p>
            {rich(
              'On a computer, you can also use the browser extensions GemWallet (<gemwallet>gemwallet.app</gemwallet>) and Crossmark (<crossmark>crossmark.io</crossmark>). They sign one transaction at a time, so a purchase takes two steps, and swaps need Xaman.',
              {
                gemwallet: <ExternalLink href="https://gemwallet.app">{slot}</ExternalLink>,
                crossmark: <ExternalLink href="https://crossmark.io">{slot}</ExternalLink>,
              },
            )}
          </p>
          <p>
            {t(
              'Signing in costs nothing and moves no funds. Your session ends when you choose Disconnect, or Sign out everywhere for all your devices.',
            )}
          </p>
        </>
      ),
    },
    {
      id: 'opx',
      title: t('What OPX is'),
      text: (
        <>
          <p>
            {t(
              'OPX is a marketplace for NFTs on the XRP Ledger. Artists publish works here, and collectors buy, sell, bid on and swap them.',
            )}
          </p>
          <p>
            {t(
              'Works and money stay in your own account on the ledger. OPX never holds your keys: you sign every change to your account in your wallet, and you see the full price first. Anything shown as complete is final on the ledger.',
            )}
          </p>
          <p>
            {rich(
              'Press {kbd} to search, and <kbd2>Ctrl</kbd2>+{kbd3} or {kbd4}+{kbd3} to go to a page, one of your works or a setting. At the bottom of every page you can choose the currency shown beside XRP amounts.',
              {
                kbd: <kbd>/</kbd>,
                kbd2: <kbd>{slot}</kbd>,
                kbd3: <kbd>K</kbd>,
                kbd4: <kbd>⌘</kbd>,
              },
            )}
          </p>
        </>
      ),
    },
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
            <li>
              {t('Circle: the work returns to the seller through other accounts, in at most six steps.')}
            </li>
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
}

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
