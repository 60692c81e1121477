import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import { t, rich } from '#web/messages.ts'
import { nameOf } from '#web/api/people.ts'
import { WorkPicture } from '#web/kit/media/work-picture.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ListEnd } from '#web/kit/lists/list-end.tsx'
import type { NftGroup } from './group-nfts.ts'
import css from './owned-nfts.module.css'

/** Works rendered initially and per scroll step, because a series may have thousands. */
const step = 60

/** The works of one series held by an account. */
export function GroupPanel({ group, onClose }: { group: NftGroup; onClose: () => void }) {
  const { name, issuer, taxon, nfts } = group
  const [limit, setShown] = useState(step)
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title={name}
      description={
        <>
          {rich('{count, plural, one {# NFT} other {# NFTs}} with taxon {taxon}, issued by {node}', {
            count: nfts.length,
            taxon,
            node: (
              <Link
                to="/account/$account/profile/nfts"
                params={{ account: issuer }}
                title={issuer}
                className={css.issuer}
                onClick={onClose}
              >
                {nameOf(issuer)}
              </Link>
            ),
          })}
        </>
      }
    >
      <ul className={css.works}>
        {nfts.slice(0, limit).map((nft) => (
          <li key={nft.nftokenID} className={css.work}>
            <Link to="/nft/$id" params={{ id: nft.nftokenID }}>
              <WorkPicture
                media={nft.image}
                kind={nft.kind}
                alt=""
                sizes="(max-width: 699px) 45vw, 220px"
                largest={500}
              />
              <span className={css.name}>{nft.name}</span>
            </Link>
          </li>
        ))}
      </ul>
      {nfts.length > step && (
        <ListEnd
          hasMore={limit < nfts.length}
          loading={false}
          error={null}
          onMore={() => setShown((count) => count + step)}
        />
      )}
      <Button wide onClick={onClose}>
        {t('Close')}
      </Button>
    </Dialog>
  )
}
