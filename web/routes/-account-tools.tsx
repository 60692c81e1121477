import { Bell } from '#web/features/notifications/bell.tsx'
import { AvatarMenu } from '#web/features/shell/avatar-menu.tsx'

/** Tools in the header for a connected account. */
export function AccountTools({ account }: { account: string }) {
  return (
    <>
      <Bell account={account} />
      <AvatarMenu account={account} />
    </>
  )
}
