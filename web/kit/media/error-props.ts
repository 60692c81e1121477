/**
 * Returns the attributes by which a player reports that it cannot play its file. The browser loads the file as soon as
 * the element is created, and React drops the events of an element that is not mounted yet.
 */
export const errorProps = (report: () => void) => ({
  ref: (element: HTMLMediaElement | null) => {
    if (element !== null && element.error !== null) report()
  },
  onError: report,
})
