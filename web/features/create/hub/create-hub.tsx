import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '#web/messages.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import page from '#web/ui/page.module.css'
import { openConnect } from '#web/wallet/session/connect-prompt.ts'
import { useSession } from '#web/wallet/session/session.ts'
import css from './create-hub.module.css'
import { UnfinishedDrafts } from './unfinished-drafts.tsx'

const ways: { path: string; title: string; text: string; action: string; drawing: ReactNode }[] = [
  {
    path: 'nft',
    title: t('Single or bulk'),
    text: t('One work, or several identical ones, with a picture or film, a description and attributes.'),
    action: t('Create NFTs'),
    drawing: <SingleDrawing />,
  },
  {
    path: 'multiple',
    title: t('Multiple'),
    text: t('Many works at once, each with its own media and metadata, checked before anything is uploaded.'),
    action: t('Create many NFTs'),
    drawing: <MultipleDrawing />,
  },
  {
    path: 'edition',
    title: t('Edition'),
    text: t(
      'Numbered prints of one work, sold in phases with their own times, prices and buyers. Each print is minted when it is bought.',
    ),
    action: t('Create an edition'),
    drawing: <EditionDrawing />,
  },
  {
    path: 'collection',
    title: t('Collection'),
    text: t('A home for your works: picture, description, royalty, and how they are sold.'),
    action: t('Create a collection'),
    drawing: <CollectionDrawing />,
  },
]

/** The start page for creating. */
export function CreateHub() {
  const session = useSession()
  const navigate = useNavigate()
  return (
    <div className={page.wide}>
      <header className={css.head}>
        <h1 className={css.title}>{t('Create')}</h1>
        <p className={css.lead}>
          {t(
            'You approve every mint in your own wallet and keep all rights. Files are stored on IPFS, ownership on the XRP Ledger.',
          )}
        </p>
        {session.state === 'visitor' && (
          <div className={css.connect}>
            <p>{t('Connect your wallet to create.')}</p>
            <Button look="primary" onClick={() => openConnect()}>
              {t('Connect Wallet')}
            </Button>
          </div>
        )}
      </header>
      {session.state === 'connected' && <UnfinishedDrafts key={session.account} account={session.account} />}
      <ul className={css.cards}>
        {ways.map(({ path, title, text, action, drawing }) => (
          <li key={path} className={css.card}>
            <div className={css.drawing}>{drawing}</div>
            <h2 className={css.name}>{title}</h2>
            <p className={css.text}>{text}</p>
            {session.state === 'visitor' ? (
              <Button
                size="large"
                onClick={() =>
                  openConnect(() => void navigate({ to: '/create/$', params: { _splat: path } }))
                }
              >
                {action}
              </Button>
            ) : (
              <Link to="/create/$" params={{ _splat: path }} className={buttonClass('outline', 'large')}>
                {action}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Picture frames as decoration. */
function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 240 140" fill="none" stroke="currentColor" strokeWidth="1" aria-hidden="true">
      {children}
    </svg>
  )
}

function SingleDrawing() {
  return (
    <Drawing>
      <rect x="70" y="15" width="100" height="110" />
      <rect x="80" y="25" width="80" height="90" />
      <circle cx="120" cy="62" r="18" />
      <path d="M80 115c16-26 26-26 40-8s26 8 40-10" />
    </Drawing>
  )
}

function MultipleDrawing() {
  return (
    <Drawing>
      <rect x="12" y="30" width="62" height="80" />
      <circle cx="43" cy="62" r="12" />
      <rect x="89" y="20" width="62" height="100" />
      <path d="M89 120 120 66l31 54" />
      <rect x="166" y="30" width="62" height="80" />
      <path d="M166 86c16-18 24 14 36-4s18-6 26-16" />
    </Drawing>
  )
}

function EditionDrawing() {
  return (
    <Drawing>
      <rect x="92" y="14" width="90" height="112" />
      <rect x="75" y="20" width="90" height="112" fill="var(--wall)" />
      <rect x="58" y="26" width="90" height="112" fill="var(--wall)" />
      <path d="M58 112c18-28 28-28 45-8s27 8 45-12" />
      <circle cx="103" cy="66" r="16" />
    </Drawing>
  )
}

function CollectionDrawing() {
  return (
    <Drawing>
      <rect x="20" y="14" width="200" height="112" />
      <rect x="32" y="26" width="84" height="88" />
      <rect x="128" y="26" width="36" height="38" />
      <rect x="172" y="26" width="36" height="38" />
      <rect x="128" y="76" width="80" height="38" />
      <circle cx="74" cy="66" r="16" />
    </Drawing>
  )
}
