import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense, useId } from 'react'
import type { Links } from '#contract/schemas/marketplace.ts'
import { t } from '#web/messages.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { BrokerFeeButton } from './broker-fee-button.tsx'
import css from './footer.module.css'
import { LanguageLinks } from './language-links.tsx'
import { liveParts } from '#web/kit/live/live-news.ts'
import { useStore } from '#web/ui/store.ts'

const CurrencySelect = lazyPart(async () => (await import('./currency-select.tsx')).CurrencySelect)

const AdultContentSetting = lazyPart(
  async () => (await import('./adult-content-setting.tsx')).AdultContentSetting,
)

const externalLinks: [key: keyof Links, name: string][] = [
  ['sisterMarketplace', t('Multi-chain marketplace')],
  ['staking', t('NFT staking')],
  ['twitter', 'Twitter'],
  ['discord', 'Discord'],
  ['telegram', 'Telegram'],
  ['medium', 'Medium'],
  ['sourceCode', t('Source code')],
  ['contact', t('Contact')],
]

export function Footer() {
  const { links, network } = useSettings()
  const visibleLinks = externalLinks.filter(([key]) => links[key] !== '')
  return (
    <footer className={css.footer}>
      <div className={css.inner}>
        <div className={css.brand}>
          <p className={css.wordmark}>OPX</p>
          <p className={css.tagline}>{t('A Gateway to Digital Luxury')}</p>
        </div>
        <Column title={t('Marketplace')}>
          <li>
            <Link to="/" className={css.link}>
              {t('Home')}
            </Link>
          </li>
          <li>
            <Link to="/collections_explorer" className={css.link}>
              {t('Explore')}
            </Link>
          </li>
          <li>
            <Link to="/create" className={css.link}>
              {t('Create')}
            </Link>
          </li>
          <li>
            <Link to="/art_society" className={css.link}>
              {t('Art Society')}
            </Link>
          </li>
          <li>
            <Link to="/help" className={css.link}>
              {t('Help')}
            </Link>
          </li>
          <li>
            <BrokerFeeButton className={css.link} />
          </li>
        </Column>
        {visibleLinks.length > 0 && (
          <Column title={t('Elsewhere')}>
            {visibleLinks.map(([key, name]) => (
              <li key={key}>
                <span className={css.outside}>
                  <ExternalLink href={links[key]}>{name}</ExternalLink>
                </span>
              </li>
            ))}
          </Column>
        )}
        <Column title={t('Legal')}>
          <li>
            <a href="/legal/privacy" className={css.link}>
              {t('Privacy Policy')}
            </a>
          </li>
          <li>
            <a href="/legal/terms" className={css.link}>
              {t('Terms')}
            </a>
          </li>
        </Column>
      </div>
      <LanguageLinks />
      <div className={css.base}>
        <p>{t('© 2024 OPX')}</p>
        <div className={css.live}>
          <LiveGate />
        </div>
        <div className={css.setting}>
          <Suspense fallback={null}>
            <CurrencySelect />
          </Suspense>
        </div>
        <Suspense fallback={null}>
          <AdultContentSetting />
        </Suspense>
        {network !== 'mainnet' && <p>{t('Network: {network}. Nothing here has real value.', { network })}</p>}
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

const LiveSign = lazyPart(async () => (await import('#web/kit/live/live-sign.tsx')).LiveSign)

/** The live status indicator. Its code loads when the open page subscribes to events. */
function LiveGate() {
  if (useStore(liveParts) === 0) return null
  return (
    <Suspense fallback={null}>
      <LiveSign />
    </Suspense>
  )
}
