/**
 * Returns the number of unread notifications; until it is loaded, the number of unread ones in the loaded list, so that
 * the heading appears together with the list.
 */
export function unreadCount(
  counted: number | undefined,
  loaded: readonly { read: boolean }[] | undefined,
): number {
  return counted ?? loaded?.filter(({ read }) => !read).length ?? 0
}
