/** How many are unread. Until they are counted, those in the loaded list, so that what is above the list comes with it. */
export function unreadCount(
  counted: number | undefined,
  loaded: readonly { read: boolean }[] | undefined,
): number {
  return counted ?? loaded?.filter(({ read }) => !read).length ?? 0
}
