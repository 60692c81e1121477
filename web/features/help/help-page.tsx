import { feedPath } from '#worker/contract/feeds.ts'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { formatXrpExact } from '#worker/contract/amounts.ts'
import { m, rich, slot } from '#web/messages.ts'
import { useSettings } from '#web/api/use-settings.ts'
import type { HelpTopic } from '#web/kit/help-link.tsx'
import { usePageMeta } from '#web/kit/use-page-meta.ts'
import { ExternalLink } from '#web/ui/external-link.tsx'
import page from '#web/ui/page.module.css'
import css from './help-page.module.css'

interface Section {
  id: HelpTopic
  title: string
  text: ReactNode
}

/** Answers in plain words; dialogs link to the sections by their anchors. */
export function HelpPage() {
  usePageMeta({ title: `${m.meta_help} · OPX` })
  const sections = useSections()
  // The page's code arrives after the address: the browser has looked for the anchor too early.
  useEffect(() => {
    const { hash } = window.location
    if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [])
  return (
    <div className={page.wide}>
      <header className={css.head}>
        <h1 className={css.title}>{m.common_help}</h1>
        <p className={css.lead}>{m.help_page_how_collecting_selling_creating}</p>
      </header>
      <div className={css.columns}>
        <nav aria-label={m.help_page_on_this_page} className={css.contents}>
          <ul>
            {sections.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
        <div className={css.sections}>
          {sections.map(({ id, title, text }) => (
            <section key={id} id={id} className={css.section} aria-labelledby={`${id}-title`}>
              <h2 id={`${id}-title`} className={css.heading}>
                {title}
              </h2>
              {text}
            </section>
          ))}
        </div>
      </div>
    </div>
  )
}

function useSections(): Section[] {
  const { baseReserveDrops, ownerReserveDrops } = useSettings()
  const base = formatXrpExact(BigInt(baseReserveDrops))
  const each = formatXrpExact(BigInt(ownerReserveDrops))
  return [
    {
      id: 'opx',
      title: m.help_page_what_opx_is,
      text: (
        <>
          <p>{m.help_page_opx_marketplace_nfts_xrp}</p>
          <p>{m.help_page_works_money_stay_own}</p>
          <p>
            {rich.help_page_press_search_ctrl_go({
              kbd: <kbd>/</kbd>,
              kbd2: <kbd>{slot}</kbd>,
              kbd3: <kbd>K</kbd>,
              kbd4: <kbd>⌘</kbd>,
            })}
          </p>
        </>
      ),
    },
    {
      id: 'wallet',
      title: m.help_page_getting_a_wallet,
      text: (
        <>
          <ol>
            <li>
              {rich.help_page_install_xaman_app_phone({
                link: <ExternalLink href="https://xaman.app">{slot}</ExternalLink>,
              })}
            </li>
            <li>
              {rich.help_page_send_xrp_account_example({
                base,
                link: <a href="#reserves">{slot}</a>,
              })}
            </li>
            <li>{m.help_page_choose_connect_wallet_top}</li>
          </ol>
          <p>
            {rich.help_page_other_wallets({
              gemwallet: <ExternalLink href="https://gemwallet.app">{slot}</ExternalLink>,
              crossmark: <ExternalLink href="https://crossmark.io">{slot}</ExternalLink>,
            })}
          </p>
          <p>{m.help_page_sign_costs_nothing_moves}</p>
        </>
      ),
    },
    {
      id: 'signatures',
      title: m.help_page_what_a_signature_costs,
      text: (
        <>
          <p>{m.help_page_ledger_takes_small_cost}</p>
          <p>{m.help_page_wallet_shows_sign_wallet}</p>
        </>
      ),
    },
    {
      id: 'fees',
      title: m.help_page_fees,
      text: (
        <>
          <p>{m.help_page_opx_takes_1_sale}</p>
          <ul>
            <li>{m.help_page_buy_listing_fee_added}</li>
            <li>{m.help_page_accept_bid_fee_taken}</li>
            <li>{m.help_page_direct_offers_between_two}</li>
          </ul>
          <p>{m.help_page_every_dialog_shows_price}</p>
        </>
      ),
    },
    {
      id: 'royalties',
      title: m.help_page_royalties,
      text: <p>{m.help_page_artist_sets_royalty_work}</p>,
    },
    {
      id: 'reserves',
      title: m.help_page_reserves,
      text: (
        <>
          <p>{m.help_page_ledger_keeps_part_xrp({ base, each })}</p>
          <p>{m.help_page_reserve_not_fee_but}</p>
        </>
      ),
    },
    {
      id: 'on-demand',
      title: m.help_page_works_on_demand,
      text: <p>{m.help_page_work_demand_minted_moment}</p>,
    },
    {
      id: 'random',
      title: m.help_page_random_draws,
      text: (
        <>
          <p>{m.help_page_random_collection_buy_without}</p>
          <p>
            {rich.help_page_need_not_trust_us({
              link: (
                <a href="/fair-draws.txt" target="_blank" rel="noreferrer">
                  {slot}
                </a>
              ),
            })}
          </p>
        </>
      ),
    },
    {
      id: 'auctions',
      title: m.help_page_auctions,
      text: (
        <>
          <p>{m.help_page_highest_bid_wins_time}</p>
          <p>{m.help_page_can_cancel_bid_account}</p>
        </>
      ),
    },
    {
      id: 'swaps',
      title: m.help_page_swaps,
      text: <p>{m.help_page_two_accounts_exchange_up}</p>,
    },
    {
      id: 'figures',
      title: m.help_page_which_sales_count,
      text: (
        <>
          <p>{m.help_page_figures_collection_xrp_begin}</p>
          <ul>
            <li>{m.help_page_same_funder_seller_buyer}</li>
            <li>{m.help_page_back_forth_work_sold}</li>
            <li>{m.help_page_circle_same_way_others}</li>
            <li>{m.help_page_no_profit_same_two}</li>
            <li>{m.help_page_fee_free_neither_marketplace}</li>
          </ul>
        </>
      ),
    },
    {
      id: 'names',
      title: m.help_page_names_verified_mark,
      text: <p>{m.help_page_account_shown_name_profile}</p>,
    },
    {
      id: 'following',
      title: m.help_page_following_what_happens,
      text: (
        <ul>
          <li>
            {rich.help_page_watchlist_press_heart_work({
              strong: <strong>{slot}</strong>,
              link: <Link to="/watchlist">{slot}</Link>,
            })}
          </li>
          <li>
            {rich.help_page_notifications_wallet_connected_bell({
              strong: <strong>{slot}</strong>,
              link: <Link to="/notifications">{slot}</Link>,
            })}
          </li>
          <li>
            {rich.help_page_feeds_feed_reader_can({
              strong: <strong>{slot}</strong>,
              link: <a href={feedPath('auctions')}>{slot}</a>,
            })}
          </li>
          <li>
            {rich.help_page_webhooks_artists_operators_can({
              strong: <strong>{slot}</strong>,
              link: <Link to="/webhooks">{slot}</Link>,
            })}
          </li>
          <li>
            {rich.help_page_programs_everything_can_read({
              strong: <strong>{slot}</strong>,
              link: <a href="/api">{slot}</a>,
              link2: <Link to="/keys">{slot}</Link>,
            })}
          </li>
        </ul>
      ),
    },
    {
      id: 'failures',
      title: m.help_page_when_something_fails,
      text: (
        <>
          <ul>
            <li>{rich.help_page_rejected_request_expired_nothing({ strong: <strong>{slot}</strong> })}</li>
            <li>{rich.help_page_price_changed_work_gone({ strong: <strong>{slot}</strong> })}</li>
            <li>
              {rich.help_page_not_enough_xrp_need({
                strong: <strong>{slot}</strong>,
                link: <a href="#reserves">{slot}</a>,
              })}
            </li>
            <li>{rich.help_page_signed_but_not_done({ strong: <strong>{slot}</strong> })}</li>
            <li>{rich.help_page_site_read_no_server({ strong: <strong>{slot}</strong> })}</li>
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
      {rich.help_page_still_stuck_write_us({
        link: <ExternalLink href={links.contact === '' ? links.discord : links.contact}>{slot}</ExternalLink>,
        link2: <Link to="/art_society">{slot}</Link>,
      })}
    </p>
  )
}
