import { feedPath } from '#contract/rules/feeds.ts'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { shortenAddress } from '#contract/rules/accounts.ts'
import type { ProfileReply } from '#contract/schemas/profiles.ts'
import { percentOf } from '#web/kit/amounts/percent.ts'
import { locale, t } from '#web/messages.ts'
import { call } from '#web/api/call.ts'
import { nameOf } from '#web/api/people.ts'
import { accountNftsQuery, accountOffersQuery, profileQuery } from '#web/kit/accounts/queries.ts'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { VerifiedMark } from '#web/kit/collections/verified-mark.tsx'
import { ExplorerLink } from '#web/kit/explorer-link.tsx'
import { PageTools } from '#web/kit/page-tools.tsx'
import { SocialLinks } from '#web/kit/social-links.tsx'
import { WorkPicture } from '#web/kit/media/work-picture.tsx'
import { workRatio } from '#web/kit/media/work-ratio.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import facts from '#web/ui/facts.module.css'
import { Identicon } from '#web/ui/identicon.tsx'
import css from './profile-page.module.css'
import { withStatus } from './edit/status-store.ts'

interface ProfileHeaderProps {
  account: string
  viewer: string | null
  reply: ProfileReply
}

/** Background, avatar, name, address, links and statistics of an account, and the viewer's actions. */
export function ProfileHeader({ account, viewer, reply }: ProfileHeaderProps) {
  const { profile, people, issuedCount, ownedCount, mintedCount, verifiedCount, floorValueDrops } = reply
  const isOwn = viewer === account
  const person = people?.[account]
  const banner = profile?.background ?? null
  return (
    <header className={css.header}>
      {banner === null && ownedCount > 0 ? (
        <OwnWorks account={account} />
      ) : (
        <div className={css.background}>
          {banner !== null && (
            <WorkPicture media={banner} alt="" sizes="100vw" ratio={4} largest={1600} eager />
          )}
        </div>
      )}
      <div className={css.identity}>
        <div className={css.avatar}>
          {profile?.avatar == null ? (
            <Identicon seed={account} size={136} />
          ) : (
            <WorkPicture media={profile.avatar} alt="" sizes="136px" fit="cover" largest={300} eager />
          )}
        </div>
        <div className={css.words}>
          <h1 className={css.name}>
            <bdi>{person?.name ?? shortenAddress(account)}</bdi>
            {person?.verified === true && <VerifiedMark subject="artist" />}
          </h1>
          <div className={css.line}>
            <ExplorerLink page="account" id={account} title={account} plain>
              {shortenAddress(account)}
            </ExplorerLink>
            <CopyButton text={account} subject={t('address')} />
            <PageTools
              watch={
                isOwn
                  ? null
                  : { kind: 'account', id: account, name: nameOf(account), price: reply.artistFloorDrops }
              }
              share={reply.issuedCount > 0 ? { feed: feedPath({ artist: reply.account }) } : {}}
            />
            {profile !== null && <SocialLinks links={profile.links} />}
          </div>
        </div>
        <Actions account={account} viewer={viewer} reply={reply} />
      </div>
      {profile !== null && <p className={css.description}>{profile.description}</p>}
      <dl className={facts.facts}>
        <Fact name={t('Issued')} value={issuedCount.toLocaleString(locale)} />
        <Fact name={t('Owned')} value={ownedCount.toLocaleString(locale)} />
        <Fact
          name={t('Minted', { context: 'origin of a work' })}
          value={t('{number} %', { number: percentOf(mintedCount, issuedCount) })}
        />
        <Fact name={t('Follow')} value={(profile?.followersCount ?? 0).toLocaleString(locale)} />
        <Fact name={t('Stakeable')} value={verifiedCount.toLocaleString(locale)} />
        {isOwn && (
          <div>
            <dt>{t('Value at floor')}</dt>
            <dd>
              <AmountText amount={floorValueDrops} compact />
            </dd>
          </div>
        )}
      </dl>
    </header>
  )
}

const stripWorks = 5

/** The account's works, shown instead of a missing banner: first the works it made, then those it collects. */
function OwnWorks({ account }: { account: string }) {
  const { data } = useInfiniteQuery(accountNftsQuery(account))
  const works = (data?.pages[0]?.nfts ?? [])
    .filter(({ image }) => image !== null && image.explicit !== true)
    .toSorted((a, b) => Number(b.issuer === account) - Number(a.issuer === account))
    .slice(0, stripWorks)
  return (
    <ul className={`${css.background} ${css.strip}`} aria-label={t('Works')}>
      {works.map(({ nftokenID, name, image }) => (
        <li key={nftokenID} style={{ aspectRatio: workRatio(image) }}>
          <Link to="/nft/$id" params={{ id: nftokenID }}>
            <WorkPicture media={image} alt={name} sizes="260px" ratio={workRatio(image)} largest={500} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The viewer's actions on an account: editing their own profile and swaps, or following and swapping. */
function Actions({ account, viewer, reply: { profile, following: isFollowing } }: ProfileHeaderProps) {
  if (viewer === null) return null
  if (viewer === account) {
    return (
      <div className={css.actions}>
        <Link to="/swap" className={buttonClass('quiet')}>
          {t('Swaps')}
        </Link>
        <Link
          to={profile === null ? '/account/$account/create' : '/account/$account/edit'}
          params={{ account }}
          className={buttonClass(profile === null ? 'primary' : 'outline')}
        >
          {profile === null ? t('Create Profile') : t('Edit')}
        </Link>
      </div>
    )
  }
  return (
    <div className={css.actions}>
      <Link to="/swap/new" search={{ with: account }} className={buttonClass('outline')}>
        {t('Propose a Swap')}
      </Link>
      {profile !== null && (
        <FollowButton account={account} viewer={viewer} isFollowing={isFollowing === true} />
      )}
    </div>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

interface FollowButtonProps {
  account: string
  viewer: string
  isFollowing: boolean
}

/** The Follow or Unfollow button. The status dialog shows the result. */
function FollowButton({ account, viewer, isFollowing }: FollowButtonProps) {
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: () =>
      withStatus(
        isFollowing
          ? t('Unfollowing {name}', { name: nameOf(account) })
          : t('Following {name}', { name: nameOf(account) }),
        () => call(isFollowing ? 'unfollow' : 'follow', { body: { followee: account } }),
      ),
    // The followed accounts decide which gifts are unsolicited, so the viewer's own data changes as well.
    onSettled: () =>
      Promise.all(
        [profileQuery(account), profileQuery(viewer), accountOffersQuery(viewer)].map(({ queryKey }) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  })
  return (
    <Button
      look={isFollowing ? 'outline' : 'primary'}
      busy={change.isPending}
      onClick={() => change.mutate()}
    >
      {isFollowing ? t('Unfollow') : t('Follow')}
    </Button>
  )
}
