import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense, useId } from 'react'
import type { Links } from '#worker/contract/marketplace.ts'
import { m } from '#web/messages.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { BrokerFeeButton } from './broker-fee-button.tsx'
import css from './footer.module.css'
import { LanguageLinks } from './language-links.tsx'

const CurrencySelect = lazyPart(async () => (await import('./currency-select.tsx')).CurrencySelect)

const elsewhere: [key: keyof Links, name: string][] = [
  ['sisterMarketplace', m.shell_footer_multi_chain_marketplace],
  ['staking', m.shell_footer_nft_staking],
  ['twitter', 'Twitter'],
  ['discord', 'Discord'],
  ['telegram', 'Telegram'],
  ['medium', 'Medium'],
  ['sourceCode', m.shell_footer_source_code],
  ['contact', m.shell_footer_contact],
]

export function Footer() {
  const { links, network } = useSettings()
  const shown = elsewhere.filter(([key]) => links[key] !== '')
  return (
    <footer className={css.footer}>
      <div className={css.inner}>
        <div className={css.brand}>
          <p className={css.wordmark}>OPX</p>
          <p className={css.tagline}>{m.meta_tagline}</p>
        </div>
        <Column title={m.shell_footer_marketplace}>
          <li>
            <Link to="/" className={css.link}>
              {m.shell_footer_home}
            </Link>
          </li>
          <li>
            <Link to="/collections_explorer" className={css.link}>
              {m.shell_footer_explore}
            </Link>
          </li>
          <li>
            <Link to="/create" className={css.link}>
              {m.shell_avatar_menu_create}
            </Link>
          </li>
          <li>
            <Link to="/art_society" className={css.link}>
              {m.shell_footer_art_society}
            </Link>
          </li>
          <li>
            <Link to="/help" className={css.link}>
              {m.common_help}
            </Link>
          </li>
          <li>
            <BrokerFeeButton className={css.link} />
          </li>
        </Column>
        {shown.length > 0 && (
          <Column title={m.shell_footer_elsewhere}>
            {shown.map(([key, name]) => (
              <li key={key}>
                <span className={css.outside}>
                  <ExternalLink href={links[key]}>{name}</ExternalLink>
                </span>
              </li>
            ))}
          </Column>
        )}
        <Column title={m.shell_footer_legal}>
          <li>
            <a href="/legal/privacy" className={css.link}>
              {m.shell_footer_privacy_policy}
            </a>
          </li>
          <li>
            <a href="/legal/terms" className={css.link}>
              {m.shell_footer_terms}
            </a>
          </li>
        </Column>
      </div>
      <LanguageLinks />
      <div className={css.base}>
        <p>{m.shell_footer_2024_opx}</p>
        <div className={css.setting}>
          <Suspense fallback={null}>
            <CurrencySelect />
          </Suspense>
        </div>
        {network !== 'mainnet' && <p>{m.shell_footer_network_nothing_real_value({ network })}</p>}
      </div>
    </footer>
  )
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <nav aria-labelledby={id}>
      <h2 id={id} className={css.heading}>
        {title}
      </h2>
      <ul>{children}</ul>
    </nav>
  )
}
