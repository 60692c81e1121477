/**
 * Returns the number of unread notifications. Until it is loaded, counts the unread ones in the loaded list, so that
 * the heading appears together with the list.
 */
export function countUnread(
  countedUnread: number | undefined,
  loadedEntries: readonly { read: boolean }[] | undefined,
): number {
  return countedUnread ?? loadedEntries?.filter(({ read }) => !read).length ?? 0
}
