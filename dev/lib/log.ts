/** What a part of the stack says of itself, line by line. */
export type Log = (line: string) => void

export const silent: Log = () => undefined
