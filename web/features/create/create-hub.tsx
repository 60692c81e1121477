import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { openConnect } from '#web/wallet/session/connect-prompt.ts'
import { useSession } from '#web/wallet/session/session.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import page from '#web/ui/page.module.css'
import { usePageMeta } from '#web/kit/use-page-meta.ts'
import css from './create-hub.module.css'
import { CollectionDrawing, MultipleDrawing, SingleDrawing } from './drawings.tsx'

const ways: { path: string; title: string; text: string; action: string; drawing: ReactNode }[] = [
  {
    path: 'nft',
    title: 'Single or bulk',
    text: 'One work, or a bulk of identical ones: a picture or film, a description, attributes.',
    action: 'Create NFTs',
    drawing: <SingleDrawing />,
  },
  {
    path: 'multiple',
    title: 'Multiple',
    text: 'Many works at once, each with media and metadata of its own, checked before anything is uploaded.',
    action: 'Create many NFTs',
    drawing: <MultipleDrawing />,
  },
  {
    path: 'collection',
    title: 'Collection',
    text: 'A home for your works: picture, description, royalty, and how they are sold.',
    action: 'Create a collection',
    drawing: <CollectionDrawing />,
  },
]

/** Where creating begins. */
export function CreateHub() {
  usePageMeta({ title: 'Create · OPX' })
  const session = useSession()
  const id = useId()
  const connected = session.state === 'connected'
  return (
    <div className={page.wide}>
      <header className={css.head}>
        <h1 className={css.title}>Create</h1>
        <p className={css.lead}>
          You sign every mint in your own wallet, and keep every right. What you make here is pinned to IPFS
          and stands on the XRP Ledger.
        </p>
        {session.state === 'visitor' && (
          <div className={css.connect}>
            <p id={id}>Connect your wallet to create.</p>
            <Button look="primary" onClick={() => openConnect()}>
              Connect Wallet
            </Button>
          </div>
        )}
      </header>
      <ul className={css.cards}>
        {ways.map(({ path, title, text, action, drawing }) => (
          <li key={path} className={css.card}>
            <div className={css.drawing}>{drawing}</div>
            <h2 className={css.name}>{title}</h2>
            <p className={css.text}>{text}</p>
            {connected ? (
              <Link to="/create/$" params={{ _splat: path }} className={buttonClass('outline', 'large')}>
                {action}
              </Link>
            ) : (
              <Button size="large" disabled aria-describedby={id}>
                {action}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
