import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useId } from 'react'
import type { Links } from '#worker/contract/marketplace.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { BrokerFeeButton } from './broker-fee-button.tsx'
import css from './footer.module.css'

const CurrencySelect = lazy(async () => ({
  default: (await import('./currency-select.tsx')).CurrencySelect,
}))

const elsewhere: [key: keyof Links, name: string][] = [
  ['sisterMarketplace', 'Multi-chain marketplace'],
  ['staking', 'NFT staking'],
  ['twitter', 'Twitter'],
  ['discord', 'Discord'],
  ['telegram', 'Telegram'],
  ['medium', 'Medium'],
  ['sourceCode', 'Source code'],
  ['contact', 'Contact'],
]

export function Footer() {
  const { links, network } = useSettings()
  const shown = elsewhere.filter(([key]) => links[key] !== '')
  return (
    <footer className={css.footer}>
      <div className={css.inner}>
        <div className={css.brand}>
          <p className={css.wordmark}>OPX</p>
          <p className={css.tagline}>A Gateway to Digital Luxury</p>
        </div>
        <Column title="Marketplace">
          <li>
            <Link to="/" className={css.link}>
              Home
            </Link>
          </li>
          <li>
            <Link to="/collections_explorer" className={css.link}>
              Explore
            </Link>
          </li>
          <li>
            <Link to="/create" className={css.link}>
              Create
            </Link>
          </li>
          <li>
            <Link to="/art_society" className={css.link}>
              Art Society
            </Link>
          </li>
          <li>
            <Link to="/help" className={css.link}>
              Help
            </Link>
          </li>
          <li>
            <BrokerFeeButton className={css.link} />
          </li>
        </Column>
        {shown.length > 0 && (
          <Column title="Elsewhere">
            {shown.map(([key, name]) => (
              <li key={key}>
                <span className={css.outside}>
                  <ExternalLink href={links[key]}>{name}</ExternalLink>
                </span>
              </li>
            ))}
          </Column>
        )}
        <Column title="Legal">
          <li>
            <a href="/legal/privacy" className={css.link}>
              Privacy Policy
            </a>
          </li>
          <li>
            <a href="/legal/terms" className={css.link}>
              Terms
            </a>
          </li>
        </Column>
      </div>
      <div className={css.base}>
        <p>© 2024 OPX</p>
        <div className={css.setting}>
          <Suspense fallback={null}>
            <CurrencySelect />
          </Suspense>
        </div>
        {network !== 'mainnet' && <p>Network: {network}. Nothing here has real value.</p>}
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
